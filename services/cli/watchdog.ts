import { Worker } from 'node:worker_threads';

/** A run that the abort did not end is ended this long after its time; the process at the latest then, milliseconds. */
const graceMs = 3_500;
const lastMs = 4_700;

/** For telling what there is, should nobody read it. */
const tellMs = 800;

/** setTimeout counts in 32 bits. */
const within = (ms: number): number => Math.min(2 ** 31 - 1, Math.max(0, ms));

/** A thread of its own: it comes to its turn though the main one be caught in a loop or a call. */
function startKiller(ms: number): Worker {
  const program = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${within(ms)});`;
  const worker = new Worker(program, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  });
  // Without it only the last resort is missing.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

interface WatchdogOptions {
  /** Time that the run has left, milliseconds. */
  readonly leftMs: number;
  /** Ends the run with what there is, and tells it; gives the exit code. */
  readonly end: () => Promise<number>;
}

/**
 * Last resort of `--max-time`: a process that is still there when its time and a few seconds more are over tells
 * what it has and ends; one that can't even do that is killed, and its run can be resumed.
 * Gives what calls it off.
 */
export function startWatchdog({ leftMs, end }: WatchdogOptions): () => void {
  const killer = startKiller(leftMs + lastMs);
  const timer = setTimeout(
    () => {
      setTimeout(() => process.exit(1), tellMs);
      end().then(
        (code) => process.exit(code),
        () => process.exit(1),
      );
    },
    within(leftMs + graceMs),
  );
  return () => {
    clearTimeout(timer);
    void killer.terminate();
  };
}
