export type FileRole = 'source' | 'test' | 'documentation' | 'support' | 'vendored';

const folders: Readonly<Record<string, FileRole>> = {
  tests: 'test',
  doc: 'documentation',
  docs: 'documentation',
  examples: 'documentation',
  example: 'documentation',
  galleries: 'documentation',
  tutorials: 'documentation',
  benchmarks: 'support',
  asv_bench: 'support',
  migrations: 'support',
  scripts: 'support',
  release: 'support',
  _vendor: 'vendored',
  vendor: 'vendored',
  vendored: 'vendored',
  extern: 'vendored',
  externals: 'vendored',
  third_party: 'vendored',
};

/** Folders that hold tests only where they stand at the root: `django/test` is a library. */
const rootFolders: Readonly<Record<string, FileRole>> = { test: 'test', testing: 'test', tools: 'support' };

const testFile = /^(?:test_.*|.*_test|tests?|conftest)\.py$/;
const supportFile = /^(?:setup|conf|versioneer|_version|noxfile|tasks|fabfile|runtests)\.py$/;

/** What a file is for, by its path alone. */
export function fileRole(path: string): FileRole {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  if (testFile.test(name)) return 'test';
  for (const part of parts) {
    const role = folders[part];
    if (role) return role;
  }
  return rootFolders[parts[0] ?? ''] ?? (supportFile.test(name) ? 'support' : 'source');
}

/** A test is the place of a bug only when nothing else is; the others rarely. */
const factors: Readonly<Record<FileRole, number>> = {
  source: 1,
  test: 0.05,
  documentation: 0.1,
  support: 0.3,
  vendored: 0.5,
};

/** 0 to 1: how likely a bug is to be in such a file. */
export const roleFactor = (path: string): number => factors[fileRole(path)];
