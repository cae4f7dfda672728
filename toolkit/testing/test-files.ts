import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a look at the repository's files says about its tests. */
export interface TestFiles {
  /** Folders, relative to the root, that hold files as pytest looks for: `test_*.py`, `*_test.py`. With counts. */
  readonly forPytest: ReadonlyMap<string, number>;
  /** The same for unittest: `test*.py`. */
  readonly forUnittest: ReadonlyMap<string, number>;
  /** Files of tests, by whichever runner's names; at most 5,000. */
  readonly paths: readonly string[];
  /** Every folder seen that has an `__init__.py`. */
  readonly packages: ReadonlySet<string>;
  /** A file that configures pytest, if there is one. */
  readonly pytestConfig: string | null;
}

const skipped = new Set(['node_modules', '__pycache__', 'site-packages', 'build', 'dist', 'venv', 'env']);
const maxEntries = 50_000;
const maxPaths = 5_000;

const configs: readonly (readonly [string, RegExp])[] = [
  ['pytest.ini', /^/],
  ['.pytest.ini', /^/],
  ['pyproject.toml', /^\[tool\.pytest/m],
  ['tox.ini', /^\[pytest\]/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
];

async function findConfig(root: string): Promise<string | null> {
  for (const [name, section] of configs) {
    const text = await readFile(join(root, name), 'utf8').catch(() => null);
    if (text !== null && section.test(text)) return name;
  }
  return null;
}

interface Seen {
  readonly forPytest: Map<string, number>;
  readonly forUnittest: Map<string, number>;
  readonly packages: Set<string>;
  readonly paths: string[];
}

const count = (counts: Map<string, number>, folder: string): void => {
  counts.set(folder, (counts.get(folder) ?? 0) + 1);
};

function note(seen: Seen, folder: string, { name }: Dirent): void {
  if (name === '__init__.py') seen.packages.add(folder);
  if (/^test_.*\.py$|_test\.py$/.test(name)) count(seen.forPytest, folder);
  if (/^test.*\.py$/.test(name)) count(seen.forUnittest, folder);
  if (/^test.*\.py$|_test\.py$/.test(name) && seen.paths.length < maxPaths)
    seen.paths.push(folder === '' ? name : `${folder}/${name}`);
}

const isSearched = (entry: Dirent): boolean =>
  entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name);

/** Looks through the folders below `root`, breadth first, at most 50,000 entries. Follows no links. */
export async function findTestFiles(root: string): Promise<TestFiles> {
  const seen: Seen = { forPytest: new Map(), forUnittest: new Map(), packages: new Set(), paths: [] };
  const folders = [''];
  let entries = 0;
  // A `for … of` over the array takes up what is pushed while it runs.
  for (const here of folders) {
    if (entries >= maxEntries) break;
    const found = await readdir(join(root, here), { withFileTypes: true }).catch(() => []);
    entries += found.length;
    for (const entry of found.filter((each) => each.isFile())) note(seen, here, entry);
    const below = found.filter(isSearched).map(({ name }) => (here === '' ? name : `${here}/${name}`));
    folders.push(...below);
  }
  return { ...seen, pytestConfig: await findConfig(root) };
}
