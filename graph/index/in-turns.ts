import { setImmediate } from 'node:timers/promises';
import { checkSignal } from '../kernel/check-signal.ts';

/** Longest time without a look at what else happened: a signal, a timer. Milliseconds. */
const longestTurn = 50;

/** Runs work that pauses, and lets others have their turn in the pauses. Throws `CANCELLED`. */
export async function inTurns<T>(work: Generator<undefined, T>, signal: AbortSignal | undefined): Promise<T> {
  let since = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (performance.now() - since < longestTurn) continue;
    await setImmediate();
    checkSignal(signal);
    since = performance.now();
  }
}
