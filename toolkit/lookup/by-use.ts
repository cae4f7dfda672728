import { isTestPath } from '../../graph/query/is-test.ts';

interface HasPath {
  readonly path: string;
}

/** The project's own code first, then its tests, each by path. */
export const byUse = (a: HasPath, b: HasPath): number =>
  Number(isTestPath(a.path)) - Number(isTestPath(b.path)) || (a.path < b.path ? -1 : Number(a.path > b.path));

const sorted = new WeakMap<readonly HasPath[], readonly HasPath[]>();

/** The list in that order. It is kept for as long as the list is, which every search asks for anew. */
export function inOrderOfUse<T extends HasPath>(files: readonly T[]): readonly T[] {
  const known = sorted.get(files) as readonly T[] | undefined;
  if (known) return known;
  const isTest = new Map(files.map((file) => [file, isTestPath(file.path)]));
  const own = files.filter((file) => !isTest.get(file));
  const tests = files.filter((file) => isTest.get(file));
  const byPath = (a: T, b: T) => (a.path < b.path ? -1 : Number(a.path > b.path));
  const ordered = [...own.sort(byPath), ...tests.sort(byPath)];
  sorted.set(files, ordered);
  return ordered;
}
