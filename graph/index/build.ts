import type { Snapshot } from '../domain/snapshot.ts';
import type { GraphStats, GraphStore } from '../store/port.ts';
import { type GraphRequest, graphOfScan } from './graph-of-scan.ts';
import { keepLastKey, lastKey } from './last-key.ts';
import { scan } from './scan.ts';

export interface IndexRequest extends GraphRequest {
  readonly root: string;
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

async function build(request: IndexRequest): Promise<GraphStore> {
  const { root, cacheDir, onProgress, signal } = request;
  onProgress?.({ stage: 'scan', done: 0 });
  const scanned = await scan(root, { signal });
  onProgress?.({ stage: 'scan', done: scanned.files.length, total: scanned.files.length });
  return graphOfScan(request, scanned, lastKey(cacheDir, scanned.root));
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
