import { MendError } from './errors.ts';

/** Throws `CANCELLED` once the signal is aborted. */
export function checkSignal(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new MendError('CANCELLED', 'stopped before the end', { cause: signal.reason });
}
