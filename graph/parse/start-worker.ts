import { Worker } from 'node:worker_threads';

/** Memory of one worker's JavaScript; a file that needs more is quarantined. */
const heapMb = 768;

const runsFromSources = import.meta.url.endsWith('.ts');

/**
 * In tests the sources run as they are, and a worker needs the same loader as its parent. Imported by name the
 * loader serves the main thread alone, so a worker has to register it.
 */
function loader(): string[] {
  if (!runsFromSources) return [];
  const api = import.meta.resolve('tsx/esm/api');
  const program = `import { register } from ${JSON.stringify(api)}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`];
}

/** Where the parser's own worker is; beside this module, compiled or not. */
export const workerEntry = new URL(runsFromSources ? './worker.ts' : './worker.js', import.meta.url);

export const startWorker = (entry: URL): Worker =>
  new Worker(entry, {
    execArgv: loader(),
    resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 },
  });
