import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from './find/read-text.ts';
import { recognise } from './recognise.ts';
import type { TestFiles } from './test-files.ts';
import { idOfFile } from './test-ids.ts';
import type { TestPlan } from './types.ts';

/** So many are looked into. */
const mostRead = 40;

/** Tests that need more than the code are the last to try. */
const demanding =
  /slow|network|online|remote|integration|functional|e2e|live|browser|selenium|docker|gpu|bench|postgres|mysql|redis|gis|windows|win32|macos|docs|sample|example|fixture/i;

const patterns: Partial<Record<TestPlan['runner'], RegExp>> = {
  pytest: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/,
  unittest: /(?:^|\/)test[^/]*\.py$/,
  django: /(?:^|\/)test[^/]*\.py$/,
  sympy: /(?:^|\/)tests\/test_[^/]*\.py$/,
};

const isWithin = (path: string, folder: string): boolean =>
  folder === '' || folder === '.' || path === folder || path.startsWith(`${folder}/`);

/** Those of the files that the plan's command looks in: where it runs, or what pytest is told. */
function planned(
  { argv, runner, directory = '', idRoot }: TestPlan,
  files: readonly string[],
): readonly string[] {
  if (runner !== 'pytest') return files.filter((path) => isWithin(path, idRoot ?? directory));
  const words = (recognise(argv)?.args ?? []).filter((word) => !word.startsWith('-'));
  const named = words
    .map((word) => join(directory, word.split('::')[0] ?? '').replace(/\/$/, ''))
    .flatMap((folder) => files.filter((path) => isWithin(path, folder)));
  return named.length > 0 ? [...new Set(named)] : files;
}

/**
 * Ids of files of tests to prove with that tests run at all: small ones first, those that need a network or a service
 * last. At most `most`.
 */
export async function proofFiles(
  root: string,
  plan: TestPlan,
  { paths }: Pick<TestFiles, 'paths'>,
  most: number,
): Promise<readonly string[]> {
  const pattern = patterns[plan.runner];
  if (!pattern) return [];
  const fitting = planned(
    plan,
    paths.filter((path) => pattern.test(path)),
  );
  const sized = await Promise.all(
    fitting.map(async (path) => ({
      path,
      size: (await stat(join(root, path)).catch(() => null))?.size ?? 0,
    })),
  );
  const ordered = sized
    .filter(({ size }) => size > 0)
    .sort(
      (a, b) =>
        Number(demanding.test(a.path)) - Number(demanding.test(b.path)) ||
        a.size - b.size ||
        (a.path < b.path ? -1 : 1),
    );
  const chosen: string[] = [];
  for (const { path } of ordered.slice(0, mostRead)) {
    if (chosen.length >= most) break;
    if (/^\s*(?:async )?def test/m.test((await readText(root, path)) ?? '')) chosen.push(path);
  }
  return chosen.map((path) => idOfFile(path, plan));
}
