import { type FoundCommand, wordsOf } from './found-command.ts';
import { type Ini, readIni } from './ini.ts';
import { readText } from './read-text.ts';
import { readToml, type TomlTable, type TomlValue, tomlAt, tomlTable } from './toml.ts';

/** Environments that are there for something else than tests are not looked at. */
const isForTests = (name: string): boolean => /^(?:py|test|unit|check|cov)/.test(name);

/** What tox puts in place of `{…}`; `null` for what is only known when it runs. */
function substituted(inner: string): string | null {
  if (/^posargs(?::|$)/.test(inner)) return inner.slice('posargs:'.length);
  if (/^env:[^:]*:/.test(inner)) return inner.replace(/^env:[^:]*:/, '');
  if (inner === 'envpython' || inner === 'basepython' || inner === 'env_python') return 'python';
  return inner === 'toxinidir' || inner === 'tox_root' ? '.' : null;
}

/** The text with what stands for something put in its place; words with the rest are left out. */
function expand(text: string): string {
  const done = text.replace(/\{([^{}]{0,500})\}/g, (_, inner: string) => substituted(inner) ?? '\u0001');
  const twice = done.replace(/\{([^{}]{0,500})\}/g, (_, inner: string) => substituted(inner) ?? '\u0001');
  return twice
    .split(' ')
    .filter((word) => !word.includes('\u0001') && !/[{}]/.test(word))
    .join(' ')
    .replace(/(^|\s)\.\//g, '$1');
}

const isUsable = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !/^(?:PATH|HOME|PYTHONDONTWRITEBYTECODE|MENDGRAPH_.*)$/.test(name);

/** Without the part of a line that says for which environments it is, and whether its failure matters. */
const bare = (line: string): string =>
  line
    .replace(/^[\w.{},!-]{1,100}:\s+/, '')
    .replace(/^[-!@]\s*/, '')
    .trim();

function variables(text: string): Record<string, string> {
  const pairs = text.split('\n').map((line) => /^([A-Za-z0-9_]+)\s*=\s*(.*)$/.exec(bare(line)));
  return Object.fromEntries(
    pairs
      .filter((pair) => pair !== null)
      .map(([, name = '', value = '']) => [name, value] as const)
      .filter(([name, value]) => isUsable(name) && !/[{}]/.test(value)),
  );
}

function folderOf(value: string | undefined): { directory?: string } {
  const folder = expand(value ?? '').replace(/^\.?\/+|\/+$/g, '');
  return folder === '' || folder === '.' || folder.split('/').includes('..') ? {} : { directory: folder };
}

function ofSection(section: ReadonlyMap<string, string>, from: string): FoundCommand[] {
  const lines = (section.get('commands') ?? '').replace(/\\\n\s*/g, ' ').split('\n');
  const env = variables(section.get('setenv') ?? section.get('set_env') ?? '');
  const place = folderOf(section.get('changedir') ?? section.get('change_dir'));
  return lines.flatMap((line) => {
    const read = wordsOf(expand(bare(line)));
    return read ? [{ words: read.words, env: { ...env, ...read.env }, ...place, from }] : [];
  });
}

function ofIni(ini: Ini, file: string): FoundCommand[] {
  const names = [...ini.keys()].filter(
    (name) => name.startsWith('testenv:') && isForTests(name.slice('testenv:'.length)),
  );
  return ['testenv', ...names].flatMap((name) => {
    const section = ini.get(name);
    return section ? ofSection(section, `${file} [${name}]`) : [];
  });
}

/** tox 4's own TOML: commands are lists of words, some of which stand for something. */
function ofTable(table: TomlTable, from: string): FoundCommand[] {
  const commands = tomlAt(table, 'commands');
  if (!Array.isArray(commands)) return [];
  const env = Object.fromEntries(
    Object.entries(tomlTable(table, 'set_env')).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string' && isUsable(pair[0]),
    ),
  );
  const place = tomlAt(table, 'change_dir');
  return commands.flatMap((command: TomlValue) => {
    if (!Array.isArray(command)) return [];
    const words = command.flatMap((word: TomlValue) =>
      typeof word === 'string' ? [word] : positional(word),
    );
    const expanded = words.map((word) => expand(word)).filter((word) => word !== '');
    const where = folderOf(typeof place === 'string' ? place : undefined);
    return expanded.length > 0 ? [{ words: expanded, env, ...where, from }] : [];
  });
}

/** `{ replace = "posargs", default = ["tests"] }`. */
function positional(word: TomlValue): readonly string[] {
  if (typeof word !== 'object' || Array.isArray(word)) return [];
  const otherwise = tomlAt(word as TomlTable, 'default');
  return Array.isArray(otherwise) ? otherwise.filter((each): each is string => typeof each === 'string') : [];
}

function ofToml(tox: TomlTable, from: string): FoundCommand[] {
  const legacy = tomlAt(tox, 'legacy_tox_ini');
  if (typeof legacy === 'string') return ofIni(readIni(legacy), from);
  const named = Object.entries(tomlTable(tox, 'env')).filter(([name]) => isForTests(name));
  return [
    ...ofTable(tomlTable(tox, 'env_run_base'), `${from} env_run_base`),
    ...named.flatMap(([name, table]) => ofTable(table as TomlTable, `${from} env.${name}`)),
  ];
}

/** The commands that tox would run tests with, in its order of files and of environments. Nothing runs. */
export async function toxCommands(root: string): Promise<readonly FoundCommand[]> {
  for (const file of ['tox.ini', 'setup.cfg']) {
    const text = await readText(root, file);
    const found = text === null ? [] : ofIni(readIni(text), file);
    if (found.length > 0) return found;
  }
  const project = await readText(root, 'pyproject.toml');
  if (project?.includes('[tool.tox')) {
    const found = ofToml(tomlTable(readToml(project), 'tool', 'tox'), 'pyproject.toml [tool.tox]');
    if (found.length > 0) return found;
  }
  const own = await readText(root, 'tox.toml');
  return own === null ? [] : ofToml(readToml(own), 'tox.toml');
}
