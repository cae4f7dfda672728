import type { RunBudget } from '../agents/domain/session.ts';
import type { Clock } from '../graph/kernel/clock.ts';

interface BudgetOptions {
  readonly totalMs: number;
  /** Spent by earlier processes of the same run. */
  readonly spentMs: number;
  /** The user's wish to stop. */
  readonly stop: AbortSignal;
  readonly clock: Clock;
}

export interface OpenBudget extends RunBudget {
  /** Milliseconds spent on the run, earlier processes included. */
  spentMs(): number;
  close(): void;
}

/** Kept for ranking and reporting, so that the whole is over when the time is. */
const reserveMs = (totalMs: number): number => Math.min(1_500, totalMs * 0.05);

/** Time of one run: what it has left, and a signal for when that is over. */
export function openBudget({ totalMs, spentMs, stop, clock }: BudgetOptions): OpenBudget {
  const start = clock.now();
  const usableMs = totalMs - reserveMs(totalMs);
  const spent = (): number => spentMs + clock.now() - start;
  const up = new AbortController();
  // setTimeout counts in 32 bits.
  const timer = setTimeout(() => up.abort(), Math.min(2 ** 31 - 1, Math.max(0, usableMs - spentMs)));
  return {
    totalMs,
    remainingMs: () => Math.max(0, usableMs - spent()),
    signal: AbortSignal.any([stop, up.signal]),
    timeIsUp: () => up.signal.aborted && !stop.aborted,
    spentMs: spent,
    close: () => clearTimeout(timer),
  };
}
