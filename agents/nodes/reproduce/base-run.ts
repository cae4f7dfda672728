import type { TestReport } from '../../../toolkit/testing/types.ts';
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

/** Runs the plan's tests, or the named ones, on the base, without coverage. */
export async function runBase(
  { testing, checkout, budget }: BaseRunInput,
  only?: readonly string[],
): Promise<TestReport> {
  await checkout.reset();
  return testing.runner.run({
    plan: testing.plan,
    checkout: checkout.root,
    wallMs: Math.round(budget.remainingMs() * baseShare),
    testMs: testLimit(budget),
    signal: budget.signal,
    ...(only && { only }),
  });
}

/** Runs the named tests again, this time with coverage. */
export async function runCovered(
  { testing, checkout, budget }: BaseRunInput,
  only: readonly string[],
): Promise<TestReport> {
  await checkout.reset();
  return testing.runner.run({
    plan: testing.plan,
    checkout: checkout.root,
    only,
    coverage: true,
    wallMs: Math.round(budget.remainingMs() * coverageShare),
    testMs: testLimit(budget),
    signal: budget.signal,
  });
}
