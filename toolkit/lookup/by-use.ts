import { isTestPath } from '../../graph/query/is-test.ts';

/** The project's own code first, then its tests, each by path. */
export const byUse = (a: { readonly path: string }, b: { readonly path: string }): number =>
  Number(isTestPath(a.path)) - Number(isTestPath(b.path)) || (a.path < b.path ? -1 : Number(a.path > b.path));
