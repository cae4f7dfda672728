import type { GraphCatalog, GraphStats, GraphStore } from '../graph/store/port.ts';

export interface PushSummary {
  readonly snapshot: string;
  readonly repository: string;
  readonly entities: number;
  readonly relations: number;
  readonly seconds: number;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

const relationsIn = ({ relations }: GraphStats): number =>
  Object.values(relations).reduce((total, counts) => total + sum(counts), 0);

/** Use case: copy a graph from one store to another, under the same key. Throws what the two throw. */
export async function pushGraph(
  from: GraphStore,
  to: GraphCatalog,
  signal: AbortSignal,
): Promise<PushSummary> {
  const start = performance.now();
  const graph = {
    entities: await all(from.entities()),
    relations: await all(from.relations()),
    terms: await all(from.terms()),
  };
  await to.publish(from.snapshot, graph, signal);
  const stats = await from.stats();
  return {
    snapshot: from.snapshot.key,
    repository: from.snapshot.root,
    entities: sum(stats.entities),
    relations: relationsIn(stats),
    seconds: Math.round(performance.now() - start) / 1_000,
  };
}
