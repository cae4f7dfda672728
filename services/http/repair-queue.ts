import { MendError } from '../../graph/kernel/errors.ts';
import type { Logger } from '../../graph/kernel/logger.ts';

interface RepairQueueOptions {
  /** Runs at once. */
  readonly concurrency: number;
  /** Runs that may wait; one more is refused. */
  readonly capacity: number;
  /** Takes one run to its end, or until the signal; what it throws is logged, the run's record says the rest. */
  readonly execute: (runId: string, signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
}

/** Runs repairs in the order of their coming, a few at a time. */
export interface RepairQueue {
  /** @throws MendError `BUSY` when too many wait or the queue has been stopped. */
  admit(): void;
  /** Starts the run as soon as a place is free. A run that is in the queue already is not added again. */
  add(runId: string): void;
  /** Takes a waiting run out, or interrupts a running one and waits for its end; `false` when it is neither. */
  cancel(runId: string): Promise<boolean>;
  readonly waiting: number;
  readonly running: number;
  /** Forgets the waiting, interrupts the running and waits until they have ended. Gives the ids of those. */
  stop(): Promise<readonly string[]>;
}

interface Active {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export function makeRepairQueue({ concurrency, capacity, execute, logger }: RepairQueueOptions): RepairQueue {
  const waiting: string[] = [];
  const active = new Map<string, Active>();
  let stopped = false;

  const next = (): void => {
    while (!stopped && active.size < concurrency) {
      const runId = waiting.shift();
      if (runId === undefined) return;
      start(runId);
    }
  };
  const start = (runId: string): void => {
    const controller = new AbortController();
    const ended = Promise.resolve()
      .then(() => execute(runId, controller.signal))
      .catch((error: unknown) => logger.warn('run ended with an error', { runId, error: String(error) }))
      .finally(() => {
        active.delete(runId);
        next();
      });
    active.set(runId, { controller, ended });
  };

  return {
    admit() {
      if (stopped) throw new MendError('BUSY', 'the service is shutting down', { hint: 'try again later' });
      if (waiting.length >= capacity)
        throw new MendError('BUSY', `${waiting.length} runs are waiting already`, {
          hint: 'try again later',
        });
    },
    add(runId) {
      if (active.has(runId) || waiting.includes(runId)) return;
      waiting.push(runId);
      next();
    },
    async cancel(runId) {
      const place = waiting.indexOf(runId);
      if (place >= 0) {
        waiting.splice(place, 1);
        return true;
      }
      const run = active.get(runId);
      run?.controller.abort();
      await run?.ended;
      return run !== undefined;
    },
    get waiting() {
      return waiting.length;
    },
    get running() {
      return active.size;
    },
    async stop() {
      stopped = true;
      waiting.length = 0;
      const interrupted = [...active];
      for (const [, { controller }] of interrupted) controller.abort();
      await Promise.all(interrupted.map(([, { ended }]) => ended));
      return interrupted.map(([runId]) => runId);
    },
  };
}
