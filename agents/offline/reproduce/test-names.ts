import type { CodeEntity } from '../../../graph/domain/entity.ts';
import { isTestFile } from '../../../graph/query/is-test.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { Issue } from '../../domain/issue.ts';
import { byModules } from '../locate/by-paths.ts';
import { byText, searchWords } from '../locate/by-text.ts';
import { fileScores } from '../locate/combine.ts';
import { indexFiles } from '../locate/file-index.ts';
import { readIssue } from '../locate/read-issue.ts';
import type { Signal } from '../locate/signal.ts';
import type { Tally } from './test-tally.ts';

/** `tests/test_models.py` and `tests/models/tests.py` are for `models.py`. */
export function isNamedAfter(testPath: string, path: string): boolean {
  const parts = path.split('/');
  const file = (parts.pop() ?? '').replace(/\.py$/, '');
  const stem = (file === '__init__' ? (parts.pop() ?? '') : file).replace(/^_+/, '');
  const words = testPath.replace(/\.py$/, '').split('/').slice(-2);
  return (
    stem.length > 2 &&
    words.some((word) => word === stem || word === `test_${stem}` || word === `${stem}_test`)
  );
}

export function addNamed(
  text: string,
  testFiles: readonly string[],
  tests: readonly CodeEntity[],
  tally: Tally,
): void {
  for (const path of testFiles)
    if (text.includes(path))
      tally.add({ path, plea: 'named', score: 1, because: 'The issue names this file.' });
  for (const test of tests)
    tally.add({
      path: test.path,
      plea: 'named',
      score: 1,
      because: `The issue names the test \`${test.name}\`.`,
      test,
    });
}

const testWord = /\btest\w{3,120}/gi;

/** Tests of the graph whose names stand in the issue; a name that many bear is left out. */
export async function namedTests(graph: GraphStore, text: string): Promise<CodeEntity[]> {
  const words = new Set((text.match(testWord) ?? []).slice(0, 500));
  const found: CodeEntity[] = [];
  for (const word of words) {
    const same = (await graph.byName(word)).filter(({ kind, path }) => kind === 'method' && isTestFile(path));
    if (same.length <= 5) found.push(...same);
  }
  return found;
}

/** The signal's hits in test files alone, the best of which has all. */
const inTests = (signal: Signal): Signal => ({
  kind: signal.kind,
  hits: signal.hits.filter(({ path }) => isTestFile(path)),
  explain: signal.explain,
});

function addShares(signal: Signal, plea: 'path' | 'words', tally: Tally): void {
  const scores = fileScores([inTests(signal)]);
  const top = Math.max(0, ...[...scores.values()].map(({ score }) => score));
  for (const [path, { score, shares }] of scores)
    if (score > 0)
      tally.add({ path, plea, score: score / top, because: signal.explain(shares[0]?.hits ?? []) });
}

/** Test files whose path or text shares most words with the issue. */
export async function addAlike(graph: GraphStore, issue: Issue, tally: Tally): Promise<void> {
  const { words } = readIssue(issue);
  addShares(byText(await searchWords(graph, words)), 'words', tally);
  addShares(byModules(await indexFiles(graph), words), 'path', tally);
}
