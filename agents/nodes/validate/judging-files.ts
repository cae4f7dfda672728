import { testGroup } from '../../../toolkit/testing/test-group.ts';
import type { Reproduction } from '../../domain/roles.ts';
import { fileRole } from '../../offline/locate/file-role.ts';

/** A folder that says by its name that it holds tests: `python_testcases`, `test-data`; not `latest` or `mytestlib`. */
const testFolderName = /^(?:.*[_-])?tests?(?:ing|cases?|data|suites?)?(?:[_-].*)?$/i;

/** File of a test, whichever runner named it: a dotted id has the module's name, from `idRoot` on. */
function fileOf(id: string, idRoot: string | undefined): string {
  const group = testGroup(id);
  if (group.endsWith('.py')) return group;
  return `${idRoot === undefined ? '' : `${idRoot}/`}${group.replaceAll('.', '/')}.py`;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/**
 * Tells the files that judge a candidate: those that the tests are in, and what lies beside them in a folder of
 * tests. A change to one of them could make any test pass, so it proves nothing.
 */
export function judgingFiles({ report }: Reproduction): (path: string) => boolean {
  const tests = report.runner === 'command' ? [] : report.results.map(({ id }) => fileOf(id, report.idRoot));
  const files = new Set(tests);
  const folders = [...new Set(tests.map(folderOf))].filter((folder) =>
    folder.split('/').some((name) => testFolderName.test(name)),
  );
  return (path) =>
    fileRole(path) === 'test' || files.has(path) || folders.some((folder) => path.startsWith(folder));
}
