/** Whether a path is that of tests, by the names that pytest, unittest and Django look for. */
export const isTestPath = (path: string): boolean =>
  path
    .split('/')
    .some((part) => /^tests?$|^test_.{0,200}\.py$|_tests?\.py$|^tests?\.py$|^conftest\.py$/.test(part));

/** The project's own code first, then its tests, each by path. */
export const byUse = (a: { readonly path: string }, b: { readonly path: string }): number =>
  Number(isTestPath(a.path)) - Number(isTestPath(b.path)) || (a.path < b.path ? -1 : Number(a.path > b.path));
