import type { CodeEntity, EntityId, EntityKind } from '../../graph/domain/entity.ts';
import type { Relation } from '../../graph/domain/relation.ts';
import type { CodeGraph, Snapshot } from '../../graph/domain/snapshot.ts';
import type { GraphStore, Neighbour, NeighbourQuery, TextHit } from '../../graph/store/port.ts';

type Reads = Omit<GraphStore, 'stats' | 'nearest' | 'path'>;

const snapshot: Snapshot = { root: '/nowhere', key: 'memory', commit: null, files: [], skipped: [] };
const byId = (a: CodeEntity, b: CodeEntity) => (a.id < b.id ? -1 : 1);

function grouped<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** BM25 with k1 1.2 and b .75 over the graph's own terms. */
function searcher({ entities, terms }: CodeGraph, ids: ReadonlyMap<string, CodeEntity>) {
  const postings = new Map<string, { entity: CodeEntity; count: number }[]>();
  const lengths = new Map<string, number>();
  for (const { id, terms: own, counts } of terms) {
    const entity = ids.get(id);
    if (!entity) continue;
    let length = 0;
    for (const [place, term] of own.entries()) {
      const count = counts[place] ?? 0;
      length += count;
      const list = postings.get(term);
      if (list) list.push({ entity, count });
      else postings.set(term, [{ entity, count }]);
    }
    lengths.set(id, length);
  }
  const mean = [...lengths.values()].reduce((sum, n) => sum + n, 0) / Math.max(1, lengths.size);
  return (text: string, limit: number, kinds?: readonly EntityKind[]): TextHit[] => {
    const scores = new Map<CodeEntity, number>();
    for (const term of text.toLowerCase().match(/\w+/g) ?? []) {
      const list = postings.get(term) ?? [];
      const idf = Math.log(1 + (entities.length - list.length + 0.5) / (list.length + 0.5));
      for (const { entity, count } of list) {
        const norm = 1.2 * (0.25 + (0.75 * (lengths.get(entity.id) ?? 0)) / mean);
        scores.set(entity, (scores.get(entity) ?? 0) + (idf * count * 2.2) / (count + norm));
      }
    }
    return [...scores]
      .map(([entity, score]) => ({ entity, score }))
      .filter(({ entity }) => !kinds || kinds.includes(entity.kind))
      .sort((a, b) => b.score - a.score || byId(a.entity, b.entity))
      .slice(0, limit);
  };
}

/** A graph kept in memory, for tests that need one without an index on disk. */
export function memoryGraph(graph: CodeGraph): GraphStore {
  const entities = [...graph.entities].sort(byId);
  const ids = new Map<string, CodeEntity>(entities.map((entity) => [entity.id, entity]));
  const names = grouped(entities, ({ name }) => name);
  const qualified = grouped(entities, ({ qualifiedName }) => qualifiedName);
  const inFiles = grouped(entities, ({ path }) => path);
  for (const list of inFiles.values()) list.sort((a, b) => a.span.startLine - b.span.startLine || byId(a, b));
  const out = grouped<Relation>(graph.relations, ({ src }) => src);
  const into = grouped<Relation>(graph.relations, ({ dst }) => dst);
  const search = searcher(graph, ids);
  const near = (id: EntityId, { kinds, direction, confidences }: NeighbourQuery): Neighbour[] =>
    ((direction === 'out' ? out : into).get(id) ?? [])
      .filter(
        ({ kind, confidence }) =>
          (kinds?.includes(kind) ?? true) && (confidences?.includes(confidence) ?? true),
      )
      .flatMap((relation) => {
        const entity = ids.get(direction === 'out' ? relation.dst : relation.src);
        return entity ? [{ entity, relation }] : [];
      })
      .sort((a, b) => byId(a.entity, b.entity));
  const reads: Reads = {
    snapshot,
    get: async (id) => ids.get(id),
    byName: async (name) => names.get(name) ?? [],
    byQualifiedName: async (name) => qualified.get(name) ?? [],
    files: async () => entities.filter(({ kind }) => kind === 'file'),
    inFile: async (path) => inFiles.get(path) ?? [],
    atLine: async (path, line) =>
      (inFiles.get(path) ?? [])
        .filter(({ kind, span }) => kind !== 'variable' && span.startLine <= line && line <= span.endLine)
        .reduce<CodeEntity | undefined>(
          (best, next) =>
            best && best.span.endLine - best.span.startLine < next.span.endLine - next.span.startLine
              ? best
              : next,
          undefined,
        ),
    neighbours: async (id, query) => near(id, query),
    closure: async (id, query, depth) => {
      const seen = new Set<string>([id]);
      const found: CodeEntity[] = [];
      let edge: EntityId[] = [id];
      for (let step = 0; step < depth; step += 1) {
        const next = edge
          .flatMap((from) => near(from, query))
          .map(({ entity }) => entity)
          .sort(byId)
          .filter(({ id: reached }) => !seen.has(reached) && seen.add(reached));
        found.push(...next);
        edge = next.map(({ id: reached }) => reached);
      }
      return found;
    },
    search: async (text, limit, kinds) => search(text, limit, kinds),
    async *relations() {
      yield* graph.relations;
    },
    async *entities() {
      yield* entities;
    },
    async *terms() {
      yield* graph.terms;
    },
    close: async () => {},
  };
  const absent = () => Promise.reject(new Error('not in the memory graph'));
  return { ...reads, stats: absent, nearest: absent, path: absent };
}
