import type { Reproduction } from '../../domain/roles.ts';
import type { RunBudget } from '../../domain/session.ts';

/** How long tests may take. */
export interface Limits {
  /** For one test, milliseconds. */
  readonly testMs: number;
  /** Wall limit for a run of these tests, milliseconds. */
  wallFor(ids: readonly string[]): number;
}

/** A candidate may be this much slower than the base before it counts as hanging. */
const slack = 5;
const leastTestMs = 1_000;
const startUpMs = 10_000;

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
    wallFor: (ids) => {
      const expected = ids.reduce((sum, id) => sum + Math.min(testMs, (seconds.get(id) ?? 0) * 1_000), 0);
      return Math.ceil(
        Math.min(Math.max(1_000, budget.remainingMs()), startUpMs + testMs + expected * slack),
      );
    },
  };
}
