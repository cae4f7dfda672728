import type { TestPlan } from './types.ts';

type Naming = Pick<TestPlan, 'runner' | 'idRoot'>;

/** `path` without the folder that ids start from, where it is in it. */
const withinRoot = (path: string, idRoot: string | undefined): string =>
  idRoot !== undefined && path.startsWith(`${idRoot}/`) ? path.slice(idRoot.length + 1) : path;

/** What the plan's runner calls all tests of a file; `path` is relative to the repository. */
export function idOfFile(path: string, { runner, idRoot }: Naming): string {
  if (runner !== 'unittest' && runner !== 'django') return path;
  return withinRoot(path, idRoot)
    .replace(/(?:\/__init__)?\.py$/, '')
    .replaceAll('/', '.');
}
