import { testFolder, testGroup } from '../../../toolkit/testing/test-group.ts';
import type { Reproduction } from '../../domain/roles.ts';
import type { RunBudget } from '../../domain/session.ts';

/** How long tests may take, and which of the passing ones are run again. */
export interface Limits {
  /** For one test, milliseconds. */
  readonly testMs: number;
  /** Ids of tests that passed on the base and must still pass. */
  readonly regressions: readonly string[];
  /** Wall limit for a run of these tests, milliseconds. */
  wallFor(ids: readonly string[]): number;
}

/** A candidate may be this much slower than the base before it counts as hanging. */
const slack = 5;
const leastTestMs = 1_000;
const startUpMs = 10_000;

/** The part of the time left that one run of regression tests may take. */
const share = 0.2;

/** How near a test is to those that show the bug: same file, then same folder, then the rest. */
function distance(id: string, files: ReadonlySet<string>, folders: ReadonlySet<string>): number {
  const group = testGroup(id);
  if (files.has(group)) return 0;
  return folders.has(testFolder(group)) ? 1 : 2;
}

/** All that passed, where they fit in the time; otherwise the nearest that do. */
function chooseRegressions(
  reproduction: Reproduction,
  seconds: ReadonlyMap<string, number>,
  roomMs: number,
): string[] {
  const files = new Set(reproduction.failing.map(({ id }) => testGroup(id)));
  const folders = new Set([...files].map(testFolder));
  const nearest = reproduction.passing
    .map((id, order) => ({ id, order, away: distance(id, files, folders) }))
    .sort((a, b) => a.away - b.away || a.order - b.order);
  const chosen = new Set<string>();
  let ms = 0;
  for (const { id } of nearest) {
    ms += (seconds.get(id) ?? 0) * 1_000;
    if (ms > roomMs && chosen.size > 0) break;
    chosen.add(id);
  }
  return reproduction.passing.filter((id) => chosen.has(id));
}

/** Learnt from the run on the base: what passed there says how long a sound test takes. */
export function limitsFrom(reproduction: Reproduction, budget: RunBudget): Limits {
  const { results } = reproduction.report;
  const seconds = new Map(results.map((result) => [result.id, result.seconds]));
  const passed = results.filter(({ status }) => status === 'passed').map((result) => result.seconds);
  const failed = reproduction.failing
    .filter(({ status }) => status !== 'timeout')
    .map((result) => result.seconds);
  const slowest = Math.max(0, ...passed, ...failed) * 1_000;
  const testMs = Math.ceil(Math.max(leastTestMs, slowest * slack));
  return {
    testMs,
    regressions: chooseRegressions(reproduction, seconds, Math.max(1_000, budget.remainingMs() * share)),
    wallFor: (ids) => {
      const expected = ids.reduce((sum, id) => sum + Math.min(testMs, (seconds.get(id) ?? 0) * 1_000), 0);
      return Math.ceil(
        Math.min(Math.max(1_000, budget.remainingMs()), startUpMs + testMs + expected * slack),
      );
    },
  };
}
