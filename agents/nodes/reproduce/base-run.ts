import { runsSingleTests, type TestReport, type TestRequest } from '../../../toolkit/testing/types.ts';
import type { Checkout } from '../../../toolkit/workspace/port.ts';
import type { RunBudget, Testing } from '../../domain/session.ts';

/** Parts of the time left that the run on the base, and the run with coverage, may take. */
const baseShare = 0.35;
const coverageShare = 0.25;

/** One test may take this part of the whole time, within these bounds, milliseconds. */
const testShare = 1 / 30;
const leastTestMs = 1_000;
const mostTestMs = 60_000;

export interface BaseRunInput {
  readonly testing: Testing;
  readonly checkout: Checkout;
  readonly budget: RunBudget;
}

export const testLimit = ({ totalMs }: RunBudget): number =>
  Math.round(Math.min(mostTestMs, Math.max(leastTestMs, totalMs * testShare)));

async function runOnce(
  { testing, checkout, budget }: BaseRunInput,
  choice: Pick<TestRequest, 'wallMs' | 'only' | 'except'>,
): Promise<TestReport> {
  await checkout.reset();
  return testing.runner.run({
    plan: testing.plan,
    checkout: await checkout.folder(),
    testMs: testLimit(budget),
    signal: budget.signal,
    ...choice,
  });
}

/** So many tests that end the whole run are passed over. */
const mostStoppers = 5;

/** Less than this is not worth another start, milliseconds. */
const leastRestMs = 1_000;

/** A test took the process with it, so that those behind it were not run. */
const wasStopped = ({ runner, end, results }: TestReport): boolean =>
  runsSingleTests(runner) && (end === 'crashed' || end === 'timeout') && results.length > 0;

/**
 * Runs the plan's tests, or the named ones, on the base, without coverage. A test that ends the process, or that
 * no limit can stop, counts as failing, and those behind it are run without it.
 */
export async function runBase(input: BaseRunInput, only?: readonly string[]): Promise<TestReport> {
  const { budget } = input;
  const wallMs = Math.round(budget.remainingMs() * baseShare);
  const named = only && { only };
  let report = await runOnce(input, { wallMs, ...named });
  for (let stoppers = 0; stoppers < mostStoppers && wasStopped(report); stoppers += 1) {
    const leftMs = Math.round(wallMs - report.seconds * 1_000);
    if (leftMs < leastRestMs || budget.signal.aborted) break;
    const done = new Set(report.results.map(({ id }) => id));
    const next = await runOnce(input, { wallMs: leftMs, except: [...done], ...named });
    const results = next.results.filter(({ id }) => !done.has(id));
    if (results.length === 0) break;
    report = { ...next, results: [...report.results, ...results], seconds: report.seconds + next.seconds };
  }
  return report;
}

/** Runs the named tests again, this time with coverage. */
export async function runCovered(
  { testing, checkout, budget }: BaseRunInput,
  only: readonly string[],
): Promise<TestReport> {
  await checkout.reset();
  return testing.runner.run({
    plan: testing.plan,
    checkout: await checkout.folder(),
    only,
    coverage: true,
    wallMs: Math.round(budget.remainingMs() * coverageShare),
    testMs: testLimit(budget),
    signal: budget.signal,
  });
}
