import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { isWithin } from '../sandbox/check-request.ts';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import { idRootOf, isWhatItSeems } from './find/known-scripts.ts';
import type { Probe } from './probe.ts';
import { type Recognised, recognise } from './recognise.ts';
import type { CommandSetting } from './settings/settings.ts';
import type { TestPlan } from './types.ts';

/** What of the interpreter a plan depends on. */
export type PlanProbe = Pick<Probe, 'python' | 'version' | 'pytest' | 'because'>;

export const about = ({ python, version, because }: PlanProbe): string =>
  `${python} is Python ${version}; ${because}`;

const wrong = (what: string, hint: string): MendError => new MendError('TEST_COMMAND', what, { hint });

const nonEmpty = (words: readonly string[]): readonly [string, ...string[]] => {
  const [first, ...rest] = words;
  if (first === undefined || first === '')
    throw wrong(
      'the test command is empty',
      'give one such as --test "pytest tests/test_x.py", or leave --test out',
    );
  return [first, ...rest];
};

/** Whether `path` is a folder of the repository, links followed. */
export async function isFolder(root: string, path: string): Promise<boolean> {
  const base = await realpath(root);
  const real = await realpath(join(base, path)).catch(() => null);
  return real !== null && isWithin(real, base) && ((await stat(real)).isDirectory() as boolean);
}

interface Read {
  readonly line: CommandLine;
  /** Relative to the repository; '' is the repository itself. */
  readonly directory: string;
}

const leading = /^\s*cd\s+([\w][\w./-]*)\s*(?:&&|;)\s*(\S[^|&;]*)$/;

/** The words of the command, and the folder that a `cd DIR &&` before it says. */
async function read({ text, directory = '' }: CommandSetting, root: string): Promise<Read> {
  const [, folder, rest] = leading.exec(text) ?? [];
  if (folder !== undefined && rest !== undefined && !folder.split('/').includes('..')) {
    const line = parseCommandLine(rest);
    const there = join(directory, folder);
    if (!line.needsShell && (await isFolder(root, there))) return { line, directory: there };
  }
  return { line: parseCommandLine(text), directory };
}

/** The runner that an adapter of ours has for it, `null` where only the command itself can tell anything. */
export async function adapterFor(
  words: readonly string[],
  root: string,
  directory: string,
): Promise<Recognised | null> {
  const recognised = recognise(words);
  return recognised && (await isWhatItSeems(recognised, root, directory)) ? recognised : null;
}

/** Where it runs and what its ids start from; nothing of both where it is the repository itself. */
export function places(recognised: Recognised | null, directory: string): Partial<TestPlan> {
  const idRoot = recognised ? idRootOf(recognised, directory) : directory;
  return { ...(directory !== '' && { directory }), ...(idRoot !== '' && { idRoot }) };
}

function byStatus(
  { junit, from }: CommandSetting,
  why: string,
): Pick<TestPlan, 'runner' | 'because' | 'junit'> {
  if (junit !== undefined)
    return { runner: 'junit', junit, because: `${from} says that the command writes ${junit}` };
  return { runner: 'command', because: `${why}, so its exit status alone decides` };
}

/**
 * The plan for a command that somebody gave. Throws `TEST_COMMAND` for one that can't work, `CONFIG_INVALID` for a
 * folder that is not there.
 */
export async function planCommand(
  command: CommandSetting,
  root: string,
  probe: PlanProbe,
): Promise<TestPlan> {
  const { text, from, directory: asked } = command;
  if (asked !== undefined && !(await isFolder(root, asked)))
    throw new MendError('CONFIG_INVALID', `${from}: directory ${asked} is no folder of the repository`, {
      hint: 'give the folder to run the command in, relative to the repository',
    });
  const { line, directory } = await read(command, root);
  const { env, words, needsShell, openQuote } = line;
  if (openQuote)
    throw wrong(
      `the test command has an open quote: ${text}`,
      from === '--test' ? 'close it, or put a backslash before it' : `close it in ${from}`,
    );
  const { python } = probe;
  if (needsShell)
    return {
      argv: ['sh', '-c', text],
      python,
      ...places(null, directory),
      ...byStatus(command, 'the test command needs a shell'),
    };
  const argv = nonEmpty(words);
  const recognised = await adapterFor(argv, root, directory);
  const base = { argv, env, python, ...places(recognised, directory) };
  if (!recognised)
    return {
      ...base,
      ...byStatus(command, 'the test command is neither pytest, unittest nor the runner of Django or sympy'),
    };
  if (recognised.runner === 'pytest' && probe.pytest === null)
    throw wrong(
      `the test command needs pytest, which ${python} does not have`,
      'install pytest there, or name another interpreter with --python',
    );
  const unread = command.junit === undefined ? '' : `, whose tests are followed without ${command.junit}`;
  const says = from === '--test' ? 'the test command' : `the test command of ${from}`;
  return {
    ...base,
    runner: recognised.runner,
    because: `${says} runs ${recognised.runner}${unread}; ${about(probe)}`,
  };
}
