import type { Snapshot } from '../domain/snapshot.ts';
import { checkSignal } from '../kernel/check-signal.ts';
import { collectGarbage } from '../kernel/collect-garbage.ts';
import { MendError } from '../kernel/errors.ts';
import type { OnProgress } from '../kernel/progress.ts';
import { resolveInSteps } from '../resolve/resolve.ts';
import type { GraphCatalog, GraphStore } from '../store/port.ts';
import { carryOver } from './carry-over.ts';
import { type Collected, collectFacts } from './collect-facts.ts';
import { openFactCache } from './fact-cache.ts';
import { inTurns } from './in-turns.ts';
import { byPath } from './order.ts';
import { relocate } from './relocate.ts';
import type { Scan } from './scan.ts';
import { snapshotKey } from './snapshot-key.ts';

export interface GraphRequest {
  readonly catalog: GraphCatalog;
  /** Folder in which facts are kept by content, for this and all other repositories. */
  readonly cacheDir: string;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Parser threads; as many as the machine has processors when not given. */
  readonly workers?: number | undefined;
}

/** A damaged graph is as good as none: it is built again and takes the other's place. */
async function openStored(catalog: GraphCatalog, key: string): Promise<GraphStore | undefined> {
  try {
    return await catalog.open(key);
  } catch (error) {
    if (error instanceof MendError && error.code === 'CACHE_CORRUPT') return undefined;
    throw error;
  }
}

function snapshotOf({ root, commit, skipped }: Scan, { files, failed, notes }: Collected): Snapshot {
  const left = [...skipped, ...failed].sort(byPath);
  return {
    root,
    commit,
    key: snapshotKey(files, left),
    files: files.map(({ path, hash, size }) => ({ path, hash, size })),
    skipped: [...left, ...notes].sort(byPath),
  };
}

const manyEntities = 20_000;

async function publish(
  { catalog, onProgress, signal }: GraphRequest,
  snapshot: Snapshot,
  { files }: Collected,
): Promise<GraphStore> {
  onProgress?.({ stage: 'resolve', done: 0, total: files.length });
  const graph = await inTurns(resolveInSteps(files.map(({ path, facts }) => ({ path, facts }))), signal);
  checkSignal(signal);
  // What resolution worked with is much larger than what it found.
  if (graph.entities.length > manyEntities) collectGarbage();
  onProgress?.({ stage: 'publish', done: 0, total: graph.entities.length });
  await catalog.publish(snapshot, graph, signal);
  const store = await catalog.open(snapshot.key);
  if (!store) throw new MendError('INTERNAL', `the graph ${snapshot.key} was published and is not there`);
  return store;
}

/** The key of what was scanned, as long as it is read as it was scanned. */
export const keyOf = ({ files, skipped }: Scan): string => snapshotKey(files, skipped);

/**
 * The graph of the files that were found: the one that is there for these very files, or one made of that of an earlier
 * state with key `from` where that can be, or one made anew.
 */
export async function graphOfScan(
  request: GraphRequest,
  scanned: Scan,
  from: string | undefined,
): Promise<GraphStore> {
  const { catalog, cacheDir, onProgress, signal, workers } = request;
  const stored = await openStored(catalog, keyOf(scanned));
  if (stored) return relocate(stored, scanned.root, scanned.commit);
  const cache = openFactCache(cacheDir);
  const carried = from && (await carryOver({ catalog, from, scanned, cache, workers, signal, onProgress }));
  if (carried) return carried;
  const collected = await collectFacts(scanned.files, { cache, workers, signal, onProgress });
  checkSignal(signal);
  const snapshot = snapshotOf(scanned, collected);
  // Another key than before when files changed or failed meanwhile; that one may be known.
  const store = (await openStored(catalog, snapshot.key)) ?? (await publish(request, snapshot, collected));
  return relocate(store, scanned.root, scanned.commit);
}
