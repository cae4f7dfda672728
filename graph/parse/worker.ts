import { parentPort } from 'node:worker_threads';
import { loadExtractor } from './extract-facts.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';

/** One file to parse; answered by one `WorkerReply` of the same `id`, in the order of the tasks. */
export interface WorkerTask {
  readonly id: number;
  /** Absolute real path. */
  readonly path: string;
}

/** The first message of a worker is `ready`. */
export type WorkerReply = 'ready' | { readonly id: number; readonly file: ParsedFile };

const port = parentPort;
if (port) {
  const extract = await loadExtractor();
  port.on('message', ({ id, path }: WorkerTask) => {
    // What is thrown here ends this thread: its parser may be in any state, and the pool starts another.
    const file = parseFile(path, extract);
    const reply: WorkerReply = { id, file };
    port.postMessage(reply, file.t === 'parsed' ? [file.facts.buffer] : []);
  });
  port.postMessage('ready' satisfies WorkerReply);
}
