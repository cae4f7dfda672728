import type { Worker } from 'node:worker_threads';
import { MendError } from '../kernel/errors.ts';
import type { ParsedFile } from './parse-file.ts';
import { startWorker } from './start-worker.ts';
import type { WorkerReply, WorkerTask } from './worker.ts';

export interface Task extends WorkerTask {
  /** How often a worker ended while it had this file. */
  readonly crashes: number;
}

export interface LaneEvents {
  /** The next task, if any; `alone` when the lane has nothing else to do. */
  next(alone: boolean): Task | undefined;
  done(task: Task, file: ParsedFile): void;
  /** Gives tasks back that another worker has to take. */
  back(tasks: readonly Task[]): void;
  /** No worker can be started at all. */
  broken(error: MendError): void;
}

export interface LaneOptions {
  readonly entry: URL;
  readonly fileTimeoutMs: number;
  readonly events: LaneEvents;
}

/** Tasks a worker has at once, so that it never waits for the next. */
const ahead = 4;
const mostCrashes = 2;

/**
 * One worker and its successors. A worker answers its tasks in order, so the first that is not answered is the
 * one it is at: that one is to blame when it ends or takes too long.
 */
export class Lane {
  readonly #options: LaneOptions;
  #worker: Worker | undefined;
  #isReady = false;
  #tasks: Task[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  start(): void {
    const worker = startWorker(this.#options.entry);
    this.#worker = worker;
    this.#isReady = false;
    let failure: NodeJS.ErrnoException | undefined;
    worker.on('message', (reply: WorkerReply) => this.#hear(reply));
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      if (this.#worker === worker) this.#ended(failure ?? new Error(`exit status ${code}`));
    });
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#tasks = [];
    await worker?.terminate();
  }

  #hear(reply: WorkerReply): void {
    if (reply === 'ready') this.#isReady = true;
    else {
      const [task, ...rest] = this.#tasks;
      this.#tasks = rest;
      if (task) this.#options.events.done(task, reply.file);
    }
    this.#feed();
    this.#watch();
  }

  #feed(): void {
    while (this.#worker && this.#tasks.length < ahead) {
      // A file that already crashed a worker gets one to itself.
      if (this.#tasks.some(({ crashes }) => crashes > 0)) return;
      const task = this.#options.events.next(this.#tasks.length === 0);
      if (!task) return;
      this.#tasks.push(task);
      this.#worker.postMessage({ id: task.id, path: task.path } satisfies WorkerTask);
    }
  }

  /** Times the task that the worker is at. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#tasks.length > 0) this.#timer = setTimeout(() => this.#tooLong(), this.#options.fileTimeoutMs);
  }

  #tooLong(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    this.#replace((task) => {
      const seconds = this.#options.fileTimeoutMs / 1_000;
      this.#options.events.done(task, { t: 'failed', reason: `took longer than ${seconds} s to parse` });
    });
  }

  #ended({ code, message }: NodeJS.ErrnoException): void {
    clearTimeout(this.#timer);
    this.#worker = undefined;
    if (!this.#isReady) {
      this.#options.events.broken(new MendError('INTERNAL', `the parser could not be started: ${message}`));
      return;
    }
    this.#replace((task) => {
      // Memory that is not enough is not enough the second time.
      const crashes = code === 'ERR_WORKER_OUT_OF_MEMORY' ? mostCrashes : task.crashes + 1;
      if (crashes < mostCrashes) this.#options.events.back([{ ...task, crashes }]);
      else this.#options.events.done(task, { t: 'failed', reason: `crashed the parser: ${message}` });
    });
  }

  /** Deals with the task to blame, gives the others back, and goes on with a new worker. */
  #replace(blame: (task: Task) => void): void {
    const [task, ...rest] = this.#tasks;
    this.#tasks = [];
    this.#options.events.back(rest);
    if (task) blame(task);
    this.start();
  }
}
