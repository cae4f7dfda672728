import { realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { MendError } from '../../../graph/kernel/errors.ts';
import { isWithin } from '../../sandbox/check-request.ts';
import { parseCommandLine } from '../command-line.ts';
import { isPythonWord } from '../python-word.ts';
import { programWords } from '../recognise.ts';
import { parseSettings } from './parse-settings.ts';
import { readNamedSettings, readRepositorySettings, settingsName } from './read-settings-file.ts';
import type { SettingsFile } from './schema.ts';

/** A setting and who made it: `--test`, or the name of a file. */
export interface From {
  readonly from: string;
}

export interface CommandSetting extends From {
  readonly text: string;
  readonly junit?: string;
  readonly directory?: string;
}

/** How the tests are to be run, as far as anybody said. */
export interface TestSettings {
  readonly python: (From & { readonly name: string }) | null;
  readonly command: CommandSetting | null;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly limits: { readonly testMs?: number; readonly wallMs?: number };
  readonly except: readonly string[];
  /** Files that were read, those that count first. */
  readonly files: readonly string[];
}

export interface SettingsRequest {
  /** Absolute folder of the repository. */
  readonly root: string;
  /** What the user gave after `--python`, `--test` and `--config` (absolute). */
  readonly python?: string;
  readonly testCommand?: string;
  readonly configFile?: string;
}

interface Layer {
  readonly from: string;
  readonly settings: SettingsFile;
}

/**
 * An interpreter that the repository names must be its own, or one that the user has by a plain name: its folder is
 * shown to the repository's code.
 */
async function checkInterpreter(name: string, root: string): Promise<void> {
  if (!name.includes('/')) {
    if (isPythonWord(name)) return;
    throw new MendError('CONFIG_INVALID', `${settingsName}: ${name} is no name of a Python interpreter`, {
      hint: 'for example: python: python3.11, or a path such as python: .venv/bin/python',
    });
  }
  const base = await realpath(root);
  const folder = dirname(resolve(base, name));
  const real = await realpath(folder).catch(() => folder);
  if (!name.startsWith('/') && isWithin(folder, base) && isWithin(real, base)) return;
  throw new MendError(
    'CONFIG_INVALID',
    `${settingsName}: the interpreter ${name} is outside the repository`,
    {
      hint: `name it yourself, with --python ${name} or in a file for --config; a repository may not`,
    },
  );
}

async function repositoryLayer(root: string): Promise<Layer | null> {
  const text = await readRepositorySettings(root);
  if (text === null) return null;
  const settings = parseSettings(text, settingsName);
  const { words } = parseCommandLine(settings.test ?? '');
  const [program] = programWords(words);
  if (settings.python !== undefined) await checkInterpreter(settings.python, root);
  if (program !== undefined && isPythonWord(program)) await checkInterpreter(program, root);
  return { from: settingsName, settings };
}

const msOf = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.round(seconds * 1_000);

function limitsOf(layers: readonly Layer[]): TestSettings['limits'] {
  const first = (key: 'test' | 'whole') =>
    msOf(layers.find(({ settings }) => settings.timeout?.[key] !== undefined)?.settings.timeout?.[key]);
  const [testMs, wallMs] = [first('test'), first('whole')];
  return { ...(testMs !== undefined && { testMs }), ...(wallMs !== undefined && { wallMs }) };
}

/** The command with what belongs to it, all from one place. */
function commandOf(typed: string | undefined, layers: readonly Layer[]): CommandSetting | null {
  if (typed !== undefined) return { text: typed, from: '--test' };
  for (const { from, settings } of layers) {
    const { test, junit, directory } = settings;
    if (test !== undefined)
      return { text: test, from, ...(junit && { junit }), ...(directory && { directory }) };
  }
  return null;
}

function pythonOf(typed: string | undefined, layers: readonly Layer[]): TestSettings['python'] {
  if (typed !== undefined) return { name: typed, from: '--python' };
  const layer = layers.find(({ settings }) => settings.python !== undefined);
  return layer?.settings.python ? { name: layer.settings.python, from: layer.from } : null;
}

/**
 * What the command line, the file of `--config` and the repository's `mendgraph.yaml` say, in that order: the first
 * that says something counts, variables one by one. Throws `CONFIG_INVALID`, `NOT_FOUND`, `UNREADABLE`.
 */
export async function loadSettings(request: SettingsRequest): Promise<TestSettings> {
  const { root, configFile } = request;
  const named = configFile
    ? { from: configFile, settings: parseSettings(await readNamedSettings(configFile), configFile) }
    : null;
  const layers = [named, await repositoryLayer(root)].filter((layer) => layer !== null);
  return {
    python: pythonOf(request.python, layers),
    command: commandOf(request.testCommand, layers),
    env: Object.assign({}, ...layers.toReversed().map(({ settings }) => settings.env ?? {})),
    limits: limitsOf(layers),
    except: layers.find(({ settings }) => settings.except)?.settings.except ?? [],
    files: layers.map(({ from }) => from),
  };
}
