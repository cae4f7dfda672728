import type { Snapshot } from '../domain/snapshot.ts';
import { checkSignal } from '../kernel/check-signal.ts';
import { collectGarbage } from '../kernel/collect-garbage.ts';
import { MendError } from '../kernel/errors.ts';
import type { OnProgress } from '../kernel/progress.ts';
import { resolveInSteps } from '../resolve/resolve.ts';
import type { GraphCatalog, GraphStats, GraphStore } from '../store/port.ts';
import { carryOver } from './carry-over.ts';
import { type Collected, collectFacts } from './collect-facts.ts';
import { openFactCache } from './fact-cache.ts';
import { inTurns } from './in-turns.ts';
import { keepLastKey, lastKey } from './last-key.ts';
import { byPath } from './order.ts';
import { relocate } from './relocate.ts';
import { type Scan, scan } from './scan.ts';
import { snapshotKey } from './snapshot-key.ts';

export interface IndexRequest {
  readonly root: string;
  readonly catalog: GraphCatalog;
  /** Folder in which facts are kept by content, for this and all other repositories. */
  readonly cacheDir: string;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Parser threads; as many as the machine has processors when not given. */
  readonly workers?: number | undefined;
}

export interface IndexReport extends GraphStats {
  readonly files: number;
  readonly skipped: Snapshot['skipped'];
  readonly seconds: number;
  /** Most memory that the process has held so far, workers included, MiB. */
  readonly rssMb: number;
}

export interface Indexed {
  readonly snapshot: Snapshot;
  /** The caller closes it. */
  readonly store: GraphStore;
  readonly report: IndexReport;
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
  { catalog, onProgress, signal }: IndexRequest,
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

async function build(request: IndexRequest): Promise<GraphStore> {
  const { root, catalog, cacheDir, onProgress, signal, workers } = request;
  onProgress?.({ stage: 'scan', done: 0 });
  const scanned = await scan(root, { signal });
  onProgress?.({ stage: 'scan', done: scanned.files.length, total: scanned.files.length });
  const stored = await openStored(catalog, snapshotKey(scanned.files, scanned.skipped));
  if (stored) return relocate(stored, scanned.root, scanned.commit);
  const cache = openFactCache(cacheDir);
  const from = lastKey(cacheDir, scanned.root);
  const carried = from && (await carryOver({ catalog, from, scanned, cache, workers, signal, onProgress }));
  if (carried) return carried;
  const collected = await collectFacts(scanned.files, { cache, workers, signal, onProgress });
  checkSignal(signal);
  const snapshot = snapshotOf(scanned, collected);
  // Another key than before when files changed or failed meanwhile; that one may be known.
  const store = (await openStored(catalog, snapshot.key)) ?? (await publish(request, snapshot, collected));
  return relocate(store, scanned.root, scanned.commit);
}

/**
 * Makes the graph of a folder's Python files, or opens the one that is there for these very files. Runs of any
 * number of processes on one folder do not disturb each other; a run that ends half-way leaves nothing visible.
 *
 * Throws `NOT_FOUND`, `UNREADABLE`, `NOTHING_TO_INDEX`, `DISK_FULL`, `CANCELLED`. Files that could not be read or
 * parsed are in `report.skipped`, as are those of which only a part is in the graph.
 */
export async function indexRepository(request: IndexRequest): Promise<Indexed> {
  const start = performance.now();
  const store = await build(request);
  const { snapshot } = store;
  keepLastKey(request.cacheDir, snapshot.root, snapshot.key);
  const report: IndexReport = {
    files: snapshot.files.length,
    skipped: snapshot.skipped,
    ...(await store.stats()),
    seconds: (performance.now() - start) / 1_000,
    rssMb: process.resourceUsage().maxRSS / 1_024,
  };
  return { snapshot, store, report };
}
