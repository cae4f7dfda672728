import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Runs in a thread of its own, so that a pattern that takes for ever can be ended from outside. As text, because
 * a thread starts from a file of its own only where that file has been compiled, which in tests it has not.
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const pattern = new RegExp(workerData.pattern, workerData.flags);
parentPort.on('message', (texts) => {
  parentPort.postMessage(texts.map((lines) => lines.flatMap((line, index) => (pattern.test(line) ? [index] : []))));
});
`;
const memoryMb = 256;

/** A regular expression in a thread of its own. */
export interface PatternWorker {
  /** 0-based indices of the lines that match, text by text; `undefined` once the time is up. */
  match(texts: readonly (readonly string[])[]): Promise<readonly (readonly number[])[] | undefined>;
  close(): Promise<void>;
}

/** Why a text is no regular expression of JavaScript; `null` where it is one. Nothing is run. */
export function patternFault(pattern: string): string | null {
  try {
    return new RegExp(pattern) && null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** All matching together has `budgetMs`; then the thread is ended, whatever it is at. */
export function startPattern(pattern: string, isCaseSensitive: boolean, budgetMs: number): PatternWorker {
  const worker = new Worker(program, {
    eval: true,
    workerData: { pattern, flags: isCaseSensitive ? '' : 'i' },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: [],
  });
  worker.on('error', () => {});
  let left = budgetMs;
  const ended = new Promise<undefined>((resolve) => {
    worker.once('exit', () => resolve(undefined));
  });
  return {
    async match(texts) {
      const start = performance.now();
      const deadline = setTimeout(() => void worker.terminate(), left);
      const reply = once(worker, 'message') as Promise<[number[][]]>;
      worker.postMessage(texts);
      const [matches] = (await Promise.race([reply.catch(() => []), ended])) ?? [];
      clearTimeout(deadline);
      left -= performance.now() - start;
      return matches;
    },
    async close() {
      await worker.terminate();
    },
  };
}
