import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../find/read-text.ts';
import { readToml, type TomlTable, tomlAt } from '../find/toml.ts';

export type PackageManager =
  | 'uv'
  | 'poetry'
  | 'pdm'
  | 'pipenv'
  | 'conda'
  | 'hatch'
  | 'pip'
  | 'setuptools'
  | 'none';

export interface PackagingFile {
  /** Relative to the repository. */
  readonly path: string;
  /** `lock`: exact versions; `manifest`: what is wanted. */
  readonly kind: 'lock' | 'manifest';
}

/** How the repository's dependencies are managed. */
export interface Packaging {
  readonly manager: PackageManager;
  /** Why this one, for the reader. */
  readonly because: string;
  /** Lock files first. */
  readonly files: readonly PackagingFile[];
  /** What a person types to install them, without the interpreter; `null` where there is nothing to install. */
  readonly install: string | null;
}

const locks = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'pylock.toml', 'conda-lock.yml'];
const manifests = [
  ...[
    'pyproject.toml',
    'setup.cfg',
    'setup.py',
    'Pipfile',
    'environment.yml',
    'environment.yaml',
    'hatch.toml',
  ],
  ...['requirements.txt', 'requirements-dev.txt', 'dev-requirements.txt', 'requirements_dev.txt'],
  ...['requirements-test.txt', 'requirements-tests.txt', 'test-requirements.txt', 'requirements_test.txt'],
  ...['requirements/test.txt', 'requirements/tests.txt', 'requirements/dev.txt', 'requirements/base.txt'],
  ...['requirements/py3.txt', 'tests/requirements.txt', 'tests/requirements/py3.txt'],
];

interface Sign {
  readonly manager: PackageManager;
  readonly install: (files: ReadonlySet<string>) => string;
  /** A file, or a table of pyproject.toml, that shows it. */
  readonly files: readonly string[];
  readonly tables?: readonly (readonly string[])[];
}

const requirementsOf = (files: ReadonlySet<string>): string =>
  [...files]
    .filter((path) => path.endsWith('.txt'))
    .map((path) => `-r ${path}`)
    .join(' ');

/** Those that say most first. */
const signs: readonly Sign[] = [
  { manager: 'uv', files: ['uv.lock'], tables: [['tool', 'uv']], install: () => 'uv sync --all-extras' },
  {
    manager: 'poetry',
    files: ['poetry.lock'],
    tables: [['tool', 'poetry']],
    install: () => 'poetry install',
  },
  {
    manager: 'pdm',
    files: ['pdm.lock'],
    tables: [['tool', 'pdm', 'dev-dependencies']],
    install: () => 'pdm install',
  },
  { manager: 'pipenv', files: ['Pipfile.lock', 'Pipfile'], install: () => 'pipenv install --dev' },
  {
    manager: 'hatch',
    files: ['hatch.toml'],
    tables: [['tool', 'hatch', 'envs']],
    install: () => 'hatch env create',
  },
  {
    manager: 'pip',
    files: manifests.filter((path) => path.endsWith('.txt')),
    install: (files) => `pip install ${requirementsOf(files)}`,
  },
  {
    manager: 'conda',
    files: ['conda-lock.yml', 'environment.yml', 'environment.yaml'],
    install: (files) =>
      `conda env update -f ${files.has('environment.yml') ? 'environment.yml' : 'environment.yaml'}`,
  },
  { manager: 'setuptools', files: ['setup.py', 'setup.cfg'], install: () => 'pip install -e .' },
  { manager: 'pip', files: ['pyproject.toml'], install: () => 'pip install -e .' },
];

async function present(root: string, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map((name) => stat(join(root, name)).catch(() => null)));
  return names.filter((_, index) => found[index]?.isFile());
}

function shows({ files, tables = [] }: Sign, there: ReadonlySet<string>, project: TomlTable): string | null {
  const file = files.find((path) => there.has(path));
  if (file !== undefined) return `${file} is there`;
  const table = tables.find((path) => tomlAt(project, ...path) !== undefined);
  return table ? `pyproject.toml has [${table.join('.')}]` : null;
}

/** Reads which package manager the repository's files are for. Nothing of it runs. */
export async function findPackaging(root: string): Promise<Packaging> {
  const [lockFiles, manifestFiles] = await Promise.all([present(root, locks), present(root, manifests)]);
  const there = new Set([...lockFiles, ...manifestFiles]);
  const project = readToml((await readText(root, 'pyproject.toml')) ?? '');
  const files = [
    ...lockFiles.map((path) => ({ path, kind: 'lock' as const })),
    ...manifestFiles.map((path) => ({ path, kind: 'manifest' as const })),
  ];
  for (const sign of signs) {
    const because = shows(sign, there, project);
    if (because !== null) return { manager: sign.manager, because, files, install: sign.install(there) };
  }
  return { manager: 'none', because: 'no file says what it needs', files, install: null };
}
