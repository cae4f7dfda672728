import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { MendError } from '../kernel/errors.ts';
import type { OnProgress } from '../kernel/progress.ts';
import { type CallGraph, callGraphInSteps } from '../resolve/pycg/call-graph.ts';
import { collectFacts } from './collect-facts.ts';
import { openFactCache } from './fact-cache.ts';
import { inTurns } from './in-turns.ts';
import { realRoot, scan } from './scan.ts';

export interface CallGraphRequest {
  /** Folder whose files are callers. */
  readonly folder: string;
  /** Folder from which modules are named and imports found; holds `folder`, or lies in it. */
  readonly root: string;
  /** Folder in which facts are kept by content, for this and all other repositories. */
  readonly cacheDir: string;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
}

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
};

/** Which paths, relative to the root, are in the folder. Throws `NOT_FOUND`, and `USAGE` where they lie apart. */
function callersIn(folder: string, root: string): (path: string) => boolean {
  const [from, of] = [realRoot(folder), realRoot(root)];
  if (isInside(of, from)) return () => true;
  if (!isInside(from, of))
    throw new MendError('USAGE', `${folder} is not in the root ${root}`, {
      hint: 'give as --root a folder that holds it, or one inside it',
    });
  const prefix = `${relative(of, from).split(sep).join('/')}/`;
  return (path) => path.startsWith(prefix);
}

/**
 * Who calls whom in a folder's Python files, in PyCG's names. Made anew each time, from facts that are kept; nothing is
 * published. Throws `NOT_FOUND`, `USAGE`, `UNREADABLE`, `NOTHING_TO_INDEX`, `CANCELLED`.
 */
export async function callGraphOf(request: CallGraphRequest): Promise<CallGraph> {
  const { folder, root, cacheDir, onProgress, signal } = request;
  const isCaller = callersIn(folder, root);
  onProgress?.({ stage: 'scan', done: 0 });
  const scanned = await scan(realpathSync(root), { signal });
  const collected = await collectFacts(scanned.files, { cache: openFactCache(cacheDir), signal, onProgress });
  const inputs = collected.files.map(({ path, facts }) => ({ path, facts }));
  onProgress?.({ stage: 'resolve', done: 0, total: inputs.length });
  return inTurns(callGraphInSteps(inputs, isCaller), signal);
}
