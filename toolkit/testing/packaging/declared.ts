import { posix } from 'node:path';
import { type Ini, readIni } from '../find/ini.ts';
import { bracketed, literals, pythonTokens } from '../find/python-literals.ts';
import { readText } from '../find/read-text.ts';
import { readToml, type TomlTable, type TomlValue, tomlAt, tomlTable, tomlTexts } from '../find/toml.ts';

/** A dependency that one of the repository's files names. */
export interface Declared {
  /** As pip takes it: `requests>=2; python_version < "3.8"`. */
  readonly requirement: string;
  /** `project`: needed to use it; `tests`: needed, or wanted, to test it. */
  readonly purpose: 'project' | 'tests';
  /** For the reader: `pyproject.toml [project]`. */
  readonly from: string;
}

const most = 500;
const mostLength = 500;
const mostFiles = 50;

/** Groups of extras that are there for tests. */
const isForTests = (name: string): boolean =>
  /^(?:test|testing|tests|unittests?|dev|check|pytest)s?$/i.test(name);

const all = (
  requirements: readonly string[],
  purpose: Declared['purpose'],
  from: string,
): readonly Declared[] => requirements.map((requirement) => ({ requirement, purpose, from }));

const groups = (table: TomlTable, from: string): readonly Declared[] =>
  Object.keys(table)
    .filter(isForTests)
    .flatMap((name) => all(tomlTexts(table, name), 'tests', `${from}, ${name}`));

/** Poetry's `^1.2` and `~1.2` are not pip's; the lower bound is what both have. */
function poetryRequirement(name: string, value: TomlValue): string {
  const version = typeof value === 'string' ? value : tomlAt(value as TomlTable, 'version');
  const marker = typeof value === 'object' ? tomlAt(value as TomlTable, 'markers') : undefined;
  const bound = typeof version === 'string' ? version.replace(/^\s*[\^~](?!=)\s*/, '>=') : '';
  const written = bound === '*' || bound === '' ? '' : /^\d/.test(bound) ? `==${bound}` : bound;
  return `${name}${written}${typeof marker === 'string' ? `; ${marker}` : ''}`;
}

const isOptional = (value: TomlValue): boolean =>
  typeof value === 'object' && tomlAt(value as TomlTable, 'optional') === true;

function poetry(table: TomlTable, purpose: Declared['purpose'], from: string): readonly Declared[] {
  const wanted = Object.entries(table).filter(([name, value]) => name !== 'python' && !isOptional(value));
  return all(
    wanted.map(([name, value]) => poetryRequirement(name, value)),
    purpose,
    from,
  );
}

function ofProject(text: string): readonly Declared[] {
  const table = readToml(text);
  const file = 'pyproject.toml';
  const poetryGroups = Object.entries(tomlTable(table, 'tool', 'poetry', 'group')).filter(([name]) =>
    isForTests(name),
  );
  return [
    ...all(tomlTexts(table, 'project', 'dependencies'), 'project', `${file} [project]`),
    ...groups(
      tomlTable(table, 'project', 'optional-dependencies'),
      `${file} [project.optional-dependencies]`,
    ),
    ...groups(tomlTable(table, 'dependency-groups'), `${file} [dependency-groups]`),
    ...groups(tomlTable(table, 'tool', 'pdm', 'dev-dependencies'), `${file} [tool.pdm.dev-dependencies]`),
    ...poetry(tomlTable(table, 'tool', 'poetry', 'dependencies'), 'project', `${file} [tool.poetry]`),
    ...poetry(tomlTable(table, 'tool', 'poetry', 'dev-dependencies'), 'tests', `${file} [tool.poetry]`),
    ...poetryGroups.flatMap(([name, group]) =>
      poetry(tomlTable(group as TomlTable, 'dependencies'), 'tests', `${file} [tool.poetry.group.${name}]`),
    ),
  ];
}

const lines = (text: string | undefined): string[] =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/[%{}]/.test(line));

function ofSetupCfg(ini: Ini): readonly Declared[] {
  const extras = [...(ini.get('options.extras_require') ?? [])].filter(([name]) => isForTests(name));
  const options = ini.get('options');
  return [
    ...all(lines(options?.get('install_requires')), 'project', 'setup.cfg [options]'),
    ...all(lines(options?.get('tests_require')), 'tests', 'setup.cfg [options]'),
    ...extras.flatMap(([name, text]) => all(lines(text), 'tests', `setup.cfg, extra ${name}`)),
  ];
}

/** Lists of texts that setup.py has for the two names; it is only read. */
function ofSetupPy(text: string): readonly Declared[] {
  const tokens = pythonTokens(text);
  const purposes: Readonly<Record<string, Declared['purpose']>> = {
    install_requires: 'project',
    tests_require: 'tests',
  };
  return tokens.flatMap((word, at) => {
    const purpose = Object.hasOwn(purposes, word) ? purposes[word] : undefined;
    if (purpose === undefined || tokens[at + 1] !== '=' || tokens[at + 2] !== '[') return [];
    return all(literals(bracketed(tokens, at + 2)), purpose, 'setup.py');
  });
}

function ofTox(ini: Ini): readonly Declared[] {
  const names = lines(ini.get('testenv')?.get('deps')).map((line) =>
    line.replace(/^[\w.,!-]{1,100}:\s+/, ''),
  );
  return all(
    names.filter((name) => !name.startsWith('-')),
    'tests',
    'tox.ini [testenv]',
  );
}

const requirementFiles: Readonly<Record<string, Declared['purpose']>> = {
  'requirements.txt': 'project',
  'requirements/base.txt': 'project',
  ...Object.fromEntries(
    `requirements-dev.txt dev-requirements.txt requirements_dev.txt requirements-test.txt requirements-tests.txt
    test-requirements.txt requirements_test.txt requirements/test.txt requirements/tests.txt requirements/dev.txt
    tests/requirements.txt tests/requirements/py3.txt`
      .split(/\s+/)
      .map((path) => [path, 'tests' as const]),
  ),
};

/** Lines of a requirements file as pip takes them, without comments and hashes. */
const requirementLines = (text: string): string[] =>
  text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((raw) =>
      raw
        .replace(/(?:^|\s)#.*$/, '')
        .replace(/\s--hash\S*/g, '')
        .trim(),
    )
    .filter((line) => line !== '');

const includedBy = (line: string): string | undefined => /^(?:-r|--requirement)[\s=]*(\S+)$/.exec(line)?.[1];

/** Requirements files and those that they include, each once. */
async function ofRequirements(root: string): Promise<readonly Declared[]> {
  const found: Declared[] = [];
  const waiting = Object.entries(requirementFiles);
  const seen = new Set<string>();
  // A `for … of` over the array takes up what is pushed while it runs.
  for (const [path, purpose] of waiting) {
    if (seen.has(path) || seen.size > mostFiles) continue;
    seen.add(path);
    const lines = requirementLines((await readText(root, path)) ?? '');
    const included = lines.map(includedBy).filter((each) => each !== undefined);
    for (const each of included) waiting.push([posix.join(posix.dirname(path), each), purpose]);
    found.push(
      ...all(
        lines.filter((line) => !line.startsWith('-')),
        purpose,
        path,
      ),
    );
  }
  return found;
}

function ofPipfile(text: string): readonly Declared[] {
  const table = readToml(text);
  return [
    ...poetry(tomlTable(table, 'packages'), 'project', 'Pipfile'),
    ...poetry(tomlTable(table, 'dev-packages'), 'tests', 'Pipfile'),
  ];
}

/** A name that a requirement begins with, as packages are compared (PEP 503); `null` for a URL or a path. */
export function requirementName(requirement: string): string | null {
  const name = /^([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:[[<>=!~;(,\s]|$)/.exec(requirement)?.[1];
  return name?.toLowerCase().replace(/[-_.]+/g, '-') ?? null;
}

/** What the repository's files say that it needs, each package once; what is for the project itself comes first. */
export async function declaredRequirements(root: string): Promise<readonly Declared[]> {
  const read = async (path: string, of: (text: string) => readonly Declared[]) => {
    const text = await readText(root, path);
    return text === null ? [] : of(text);
  };
  const found = [
    ...(await read('pyproject.toml', ofProject)),
    ...(await read('setup.cfg', (text) => ofSetupCfg(readIni(text)))),
    ...(await read('setup.py', ofSetupPy)),
    ...(await read('Pipfile', ofPipfile)),
    ...(await ofRequirements(root)),
    ...(await read('tox.ini', (text) => ofTox(readIni(text)))),
  ];
  const ordered = [
    ...found.filter(({ purpose }) => purpose === 'project'),
    ...found.filter(({ purpose }) => purpose === 'tests'),
  ];
  const seen = new Set<string>();
  return ordered
    .filter(({ requirement }) => {
      const name = requirement.length > mostLength ? null : requirementName(requirement);
      // The same package may be named again for another Python.
      const key = name === null ? null : `${name} ${requirement.split(';')[1] ?? ''}`;
      return key !== null && !seen.has(key) && seen.add(key);
    })
    .slice(0, most);
}
