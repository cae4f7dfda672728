import { availableParallelism } from 'node:os';
import { MendError, toMendError } from '../kernel/errors.ts';
import { Lane, type LaneEvents, type Task } from './lane.ts';
import type { ParsedFile } from './parse-file.ts';
import { workerEntry } from './start-worker.ts';

export interface ParseRequest {
  /** Absolute real paths. */
  readonly paths: readonly string[];
  /** Called once for each path, in any order, with its place in `paths`. */
  readonly onFile: (index: number, file: ParsedFile) => void;
  /** Threads; as many as the machine has processors when not given. */
  readonly workers?: number | undefined;
  /** Longest time for one file, milliseconds. */
  readonly fileTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Another worker module than the parser's own, which speaks the same messages. */
  readonly entry?: URL | undefined;
}

/** A new worker costs as much as parsing this many files. */
const filesPerWorker = 40;
const defaultFileTimeoutMs = 30_000;

function laneCount({ paths, workers = availableParallelism() }: ParseRequest): number {
  return Math.max(1, Math.min(workers, Math.ceil(paths.length / filesPerWorker)));
}

/** A run of the pool: what is still to be parsed, and by whom. */
class Run {
  readonly #request: ParseRequest;
  readonly #pending: Task[];
  readonly #lanes: Lane[] = [];
  #left: number;
  #settle: (error?: unknown) => void = () => undefined;

  constructor(request: ParseRequest) {
    this.#request = request;
    this.#left = request.paths.length;
    this.#pending = request.paths.map((path, id) => ({ id, path, crashes: 0 })).reverse();
  }

  async finish(): Promise<void> {
    const { signal } = this.#request;
    const stop = () =>
      this.#settle(new MendError('CANCELLED', 'stopped before the end', { cause: signal?.reason }));
    try {
      await new Promise<void>((resolve, reject) => {
        this.#settle = (error) => (error === undefined ? resolve() : reject(toMendError(error)));
        signal?.addEventListener('abort', stop, { once: true });
        if (signal?.aborted) stop();
        else this.#start();
      });
    } finally {
      signal?.removeEventListener('abort', stop);
      await Promise.all(this.#lanes.map((lane) => lane.stop()));
    }
  }

  #start(): void {
    const events: LaneEvents = {
      next: (alone) => this.#next(alone),
      done: (task, file) => this.#done(task, file),
      back: (tasks) => this.#pending.push(...tasks.toReversed()),
      broken: (error) => this.#settle(error),
    };
    const { entry = workerEntry, fileTimeoutMs = defaultFileTimeoutMs } = this.#request;
    for (let i = 0; i < laneCount(this.#request); i++) {
      const lane = new Lane({ entry, fileTimeoutMs, events });
      this.#lanes.push(lane);
      lane.start();
    }
  }

  /** The next task; one that crashed a worker before only for a lane that has nothing else. */
  #next(alone: boolean): Task | undefined {
    const task = this.#pending.at(-1);
    return task && (alone || task.crashes === 0) ? this.#pending.pop() : undefined;
  }

  #done(task: Task, file: ParsedFile): void {
    try {
      this.#request.onFile(task.id, file);
    } catch (error) {
      this.#settle(error);
    }
    this.#left--;
    if (this.#left === 0) this.#settle();
  }
}

/**
 * Parses files in worker threads. A file that takes too long, or crashes its worker twice, is `failed`; the others
 * are not touched by it. Throws `CANCELLED` on the signal, `INTERNAL` where no worker can be started.
 */
export async function parseFiles(request: ParseRequest): Promise<void> {
  if (request.paths.length > 0) await new Run(request).finish();
}
