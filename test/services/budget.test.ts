import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../graph/kernel/clock.ts';
import { openBudget } from '../../services/budget.ts';

const never = new AbortController().signal;

describe('a budget', () => {
  it('counts what earlier processes of the run have spent', () => {
    const budget = openBudget({ totalMs: 100_000, spentMs: 40_000, stop: never, clock: { now: () => 0 } });
    expect(budget.remainingMs()).toBe(58_500);
    expect(budget.spentMs()).toBe(40_000);
    budget.close();
  });

  it('aborts when the time is up, before the wall itself', async () => {
    const budget = openBudget({ totalMs: 200, spentMs: 0, stop: never, clock: systemClock });
    expect(budget.timeIsUp()).toBe(false);
    await sleep(195);
    expect(budget.signal.aborted).toBe(true);
    expect(budget.timeIsUp()).toBe(true);
  });

  it('tells a stop by the user from the end of the time', () => {
    const budget = openBudget({
      totalMs: 60_000,
      spentMs: 0,
      stop: AbortSignal.abort(),
      clock: systemClock,
    });
    expect(budget.signal.aborted).toBe(true);
    expect(budget.timeIsUp()).toBe(false);
    budget.close();
  });

  it('has nothing left for a run that used it all before', async () => {
    const budget = openBudget({ totalMs: 1_000, spentMs: 5_000, stop: never, clock: systemClock });
    await sleep(10);
    expect(budget.remainingMs()).toBe(0);
    expect(budget.timeIsUp()).toBe(true);
  });
});
