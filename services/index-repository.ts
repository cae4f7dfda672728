import type { EntityKind } from '../graph/domain/entity.ts';
import type { Confidence, RelationKind } from '../graph/domain/relation.ts';
import type { SkippedFile } from '../graph/domain/snapshot.ts';
import type { Clock } from '../graph/kernel/clock.ts';
import type { OnProgress } from '../graph/kernel/progress.ts';
import type { GraphStore } from '../graph/store/port.ts';

export interface OpenGraphOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

/**
 * Indexes the folder as it is on disk, or takes the graph of those very files from the cache. The caller
 * closes the store. Throws `NOT_FOUND` and `NOTHING_TO_INDEX`.
 */
export type OpenGraph = (root: string, options: OpenGraphOptions) => Promise<GraphStore>;

/** What `mendgraph index` tells. */
export interface IndexSummary {
  /** Names the state of the repository: same text, same snapshot. */
  readonly snapshot: string;
  readonly files: number;
  readonly skipped: readonly SkippedFile[];
  readonly entities: Readonly<Record<EntityKind, number>>;
  readonly relations: Readonly<Record<RelationKind, Readonly<Record<Confidence, number>>>>;
  readonly seconds: number;
  /** Most memory that the process has held so far, workers included, MiB. */
  readonly rssMb: number;
}

interface IndexDependencies {
  readonly openGraph: OpenGraph;
  readonly clock: Clock;
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Use case: index a folder and say what the graph holds. */
export async function indexRepository(
  { openGraph, clock }: IndexDependencies,
  root: string,
  options: OpenGraphOptions = {},
): Promise<IndexSummary> {
  const start = clock.now();
  const graph = await openGraph(root, options);
  try {
    const { key, files, skipped } = graph.snapshot;
    const { entities, relations } = await graph.stats();
    return {
      snapshot: key,
      files: files.length,
      skipped,
      entities,
      relations,
      seconds: round((clock.now() - start) / 1_000),
      rssMb: round(process.resourceUsage().maxRSS / 1_024),
    };
  } finally {
    await graph.close();
  }
}
