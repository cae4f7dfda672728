import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Memory of one worker's JavaScript; a file that needs more is quarantined. */
const heapMb = 1_024;

const runsFromSources = import.meta.url.endsWith('.ts');

/** In tests the sources run as they are, and a worker needs the same loader as its parent. */
const loader = (): string[] =>
  runsFromSources ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];

/** Where the parser's own worker is; beside this module, compiled or not. */
export const workerEntry = new URL(runsFromSources ? './worker.ts' : './worker.js', import.meta.url);

export const startWorker = (entry: URL): Worker =>
  new Worker(entry, {
    execArgv: loader(),
    resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 },
  });
