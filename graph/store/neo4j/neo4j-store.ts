import type { CodeEntity, EntityId, EntityKind } from '../../domain/entity.ts';
import { confidences, type Relation, type RelationKind, relationKinds } from '../../domain/relation.ts';
import { kindCode } from '../../domain/relation-table.ts';
import type { EntityTerms, Snapshot } from '../../domain/snapshot.ts';
import { inverseFrequency, weigh } from '../../query/bm25.ts';
import { nearestNames } from '../../query/nearest.ts';
import { termsOf } from '../../query/terms.ts';
import type { GraphStats, GraphStore, Neighbour, NeighbourQuery, TextHit } from '../port.ts';
import { type Connection, int, ints } from './connection.ts';
import { type EntityRow, entityFields, entityKinds, entityOf } from './entity-row.ts';

/** What the `Snapshot` node says. */
export interface LiveSnapshot {
  readonly push: number;
  readonly snapshot: Snapshot;
  readonly stats: GraphStats;
  /** Entities that have terms, and their mean number of words. */
  readonly documents: number;
  readonly meanLength: number;
}

interface RelationRow {
  readonly kind: RelationKind;
  readonly confidence: Relation['confidence'];
  readonly lines: readonly number[] | null;
  readonly columns: readonly number[] | null;
}

const relationFields = 'type(r) AS kind, r.confidence AS confidence, r.lines AS lines, r.columns AS columns';

const relationOf = (row: RelationRow, src: string, dst: string): Relation => ({
  kind: row.kind,
  src: src as EntityId,
  dst: dst as EntityId,
  confidence: row.confidence,
  sites: (row.lines ?? []).map((line, index) => ({ line, column: row.columns?.[index] ?? 1 })),
});

/** Entities or terms of one query when all are listed. */
const pageSize = 5_000;

/** `-[r:A|B]->` from `a` to `b`, or the other way. Kinds are words of this project, never the user's. */
function arrow({ kinds = relationKinds, direction }: NeighbourQuery): string {
  const types = `[r:${kinds.join('|')}]`;
  return direction === 'out' ? `-${types}->` : `<-${types}-`;
}

const noKinds = ({ kinds }: NeighbourQuery): boolean => kinds?.length === 0;

interface Names {
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

/** Reads one push. Every answer takes one or two round trips; walks take one for each step. */
export class Neo4jStore implements GraphStore {
  readonly snapshot: Snapshot;
  readonly #connection: Connection;
  readonly #live: LiveSnapshot;
  #names: Promise<Names> | undefined;

  constructor(connection: Connection, live: LiveSnapshot) {
    this.snapshot = live.snapshot;
    this.#connection = connection;
    this.#live = live;
  }

  async get(id: EntityId): Promise<CodeEntity | undefined> {
    return (await this.#entities('n.id = $id', { id }))[0];
  }

  byName(name: string): Promise<readonly CodeEntity[]> {
    return this.#entities('n.name = $name', { name });
  }

  byQualifiedName(qualifiedName: string): Promise<readonly CodeEntity[]> {
    return this.#entities('n.qualifiedName = $qualifiedName', { qualifiedName });
  }

  async nearest(name: string, limit: number): Promise<readonly CodeEntity[]> {
    if (limit < 1) return [];
    this.#names ??= this.#readNames();
    const { names, counts } = await this.#names;
    const byDistance = nearestNames(name, limit, {
      length: names.length,
      name: (index) => names[index] ?? '',
      count: (index) => counts[index] ?? 0,
    });
    const wanted = byDistance.flat().map((index) => names[index] ?? '');
    const found = await this.#entities('n.name IN $wanted', { wanted });
    const distances = new Map(
      byDistance.flatMap((same, distance) => same.map((index) => [names[index] ?? '', distance] as const)),
    );
    const distance = (entity: CodeEntity) => distances.get(entity.name) ?? 0;
    // They come by id, and sorting is stable.
    return [...found].sort((a, b) => distance(a) - distance(b)).slice(0, limit);
  }

  files(): Promise<readonly CodeEntity[]> {
    return this.#entities('n:File');
  }

  async inFile(path: string): Promise<readonly CodeEntity[]> {
    const found = await this.#entities('n.path = $path', { path });
    return [...found].sort((a, b) => a.span.startLine - b.span.startLine);
  }

  async atLine(path: string, line: number): Promise<CodeEntity | undefined> {
    const around = await this.#entities(
      'n.path = $path AND n.startLine <= $line AND n.endLine >= $line AND NOT n:Variable',
      { path, line },
    );
    const height = ({ span }: CodeEntity) => span.endLine - span.startLine;
    return [...around]
      .sort((a, b) => a.span.startLine - b.span.startLine)
      .reduce<CodeEntity | undefined>((best, next) => (best && height(best) < height(next) ? best : next), undefined);
  }

  async neighbours(id: EntityId, query: NeighbourQuery): Promise<readonly Neighbour[]> {
    if (noKinds(query)) return [];
    const rows = await this.#read(
      `MATCH (a:Entity {push: $push, id: $id})${arrow(query)}(b) WHERE r.confidence IN $sure
       RETURN ${entityFields('b')} AS entity, ${relationFields}`,
      { id, sure: query.confidences ?? confidences },
    );
    return (rows as unknown as (RelationRow & { readonly entity: EntityRow })[])
      .sort((a, b) => a.entity.rank - b.entity.rank || kindCode(a.kind) - kindCode(b.kind))
      .map(({ entity, ...row }) => ({
        entity: entityOf(entity),
        relation: query.direction === 'out' ? relationOf(row, id, entity.id) : relationOf(row, entity.id, id),
      }));
  }

  async closure(id: EntityId, query: NeighbourQuery, depth: number): Promise<readonly CodeEntity[]> {
    const start = await this.#rankOf(id);
    if (start === undefined) return [];
    const seen = new Set([start]);
    const reached: number[] = [];
    let front = [start];
    for (let done = 0; done < depth && front.length > 0; done += 1) {
      const next = (await this.#steps(front, query)).map(([, to]) => to).filter((to) => !seen.has(to));
      front = [...new Set(next)].sort((a, b) => a - b);
      for (const rank of front) {
        seen.add(rank);
        reached.push(rank);
      }
    }
    return this.#byRanks(reached);
  }

  async path(
    from: EntityId,
    to: EntityId,
    kinds: readonly RelationKind[],
  ): Promise<readonly CodeEntity[] | undefined> {
    const [start, goal] = await Promise.all([this.#rankOf(from), this.#rankOf(to)]);
    if (start === undefined || goal === undefined) return undefined;
    const before = new Map<number, number>();
    for (let front = [start]; front.length > 0 && start !== goal && !before.has(goal); ) {
      const place = new Map(front.map((rank, index) => [rank, index]));
      // First come, first served, as in `graph/store/embedded/walks.ts`: the first of the shortest ways in order.
      const steps = (await this.#steps(front, { kinds, direction: 'out' })).sort(
        ([a, b], [c, d]) => (place.get(a) ?? 0) - (place.get(c) ?? 0) || b - d,
      );
      front = [];
      for (const [near, far] of steps) {
        if (far === start || before.has(far)) continue;
        before.set(far, near);
        front.push(far);
      }
    }
    if (start !== goal && !before.has(goal)) return undefined;
    const way = [goal];
    for (let at = goal; at !== start; ) {
      at = before.get(at) ?? start;
      way.push(at);
    }
    return this.#byRanks(way.reverse());
  }

  async search(
    text: string,
    limit: number,
    kinds: readonly EntityKind[] = entityKinds,
  ): Promise<readonly TextHit[]> {
    const terms = [...new Set(termsOf(text))];
    if (terms.length === 0 || limit < 1) return [];
    const scores = await this.#scores(terms);
    const best = [...scores].sort(([a, left], [b, right]) => right - left || a - b);
    const hits: TextHit[] = [];
    // Kinds are known only of entities that were read: as many at once as may be enough.
    const step = Math.max(50, limit * 4);
    for (let from = 0; from < best.length && hits.length < limit; from += step) {
      const part = best.slice(from, from + step);
      const entities = await this.#byRanks(part.map(([rank]) => rank));
      entities.forEach((entity, index) => {
        const score = part[index]?.[1] ?? 0;
        if (kinds.includes(entity.kind) && hits.length < limit) hits.push({ entity, score });
      });
    }
    return hits;
  }

  async stats(): Promise<GraphStats> {
    return this.#live.stats;
  }

  async *relations(): AsyncGenerator<Relation> {
    const { length } = await this.#allRanks();
    for (let from = 0; from < length; from += pageSize) {
      const rows = (await this.#read(
        `MATCH (a:Entity {push: $push})-[r]->(b) WHERE a.rank >= $from AND a.rank < $until
         RETURN a.rank AS a, b.rank AS b, a.id AS src, b.id AS dst, ${relationFields}`,
        { from: int(from), until: int(from + pageSize) },
      )) as unknown as (RelationRow & { readonly a: number; readonly b: number; readonly src: string; readonly dst: string })[];
      rows.sort((x, y) => x.a - y.a || kindCode(x.kind) - kindCode(y.kind) || x.b - y.b);
      for (const row of rows) yield relationOf(row, row.src, row.dst);
    }
  }

  async *entities(): AsyncGenerator<CodeEntity> {
    const { length } = await this.#allRanks();
    for (let from = 0; from < length; from += pageSize)
      yield* await this.#entities('n.rank >= $from AND n.rank < $until', {
        from: int(from),
        until: int(from + pageSize),
      });
  }

  async *terms(): AsyncGenerator<EntityTerms> {
    const rows = (await this.#read(
      'MATCH (t:Term {push: $push}) RETURN t.text AS text, t.owners AS owners, t.counts AS counts',
    )) as unknown as { readonly text: string; readonly owners: readonly number[]; readonly counts: readonly number[] }[];
    const documents = new Map<number, { terms: string[]; counts: number[] }>();
    for (const { text, owners, counts } of rows.sort((a, b) => (a.text < b.text ? -1 : 1)))
      owners.forEach((owner, index) => {
        const document = documents.get(owner) ?? { terms: [], counts: [] };
        documents.set(owner, document);
        document.terms.push(text);
        document.counts.push(counts[index] ?? 0);
      });
    const { ids } = await this.#allRanks();
    for (const rank of [...documents.keys()].sort((a, b) => a - b))
      yield { id: ids[rank] as EntityId, ...(documents.get(rank) ?? { terms: [], counts: [] }) };
  }

  /** The catalog owns the connection. */
  async close(): Promise<void> {}

  #read(query: string, parameters: Readonly<Record<string, unknown>> = {}) {
    return this.#connection.read(query, { push: int(this.#live.push), ...parameters });
  }

  /** In order of ids. */
  async #entities(
    condition: string,
    parameters: Readonly<Record<string, unknown>> = {},
  ): Promise<readonly CodeEntity[]> {
    const rows = await this.#read(
      `MATCH (n:Entity {push: $push}) WHERE ${condition} RETURN ${entityFields('n')} AS entity ORDER BY n.rank`,
      parameters,
    );
    return rows.map(({ entity }) => entityOf(entity));
  }

  /** In the order asked for. */
  async #byRanks(ranks: readonly number[]): Promise<CodeEntity[]> {
    if (ranks.length === 0) return [];
    const found = await this.#read(
      `UNWIND $ranks AS rank MATCH (n:Entity {push: $push, rank: rank}) RETURN ${entityFields('n')} AS entity`,
      { ranks: ints(ranks) },
    );
    const byRank = new Map(found.map(({ entity }) => [entity.rank, entity as EntityRow]));
    return ranks.flatMap((rank) => {
      const row = byRank.get(rank);
      return row ? [entityOf(row)] : [];
    });
  }

  async #rankOf(id: EntityId): Promise<number | undefined> {
    const [row] = await this.#read('MATCH (n:Entity {push: $push, id: $id}) RETURN n.rank AS rank', { id });
    return row?.['rank'];
  }

  /** Steps from any of those nodes: from where, to where. */
  async #steps(front: readonly number[], query: NeighbourQuery): Promise<[number, number][]> {
    if (noKinds(query)) return [];
    const rows = await this.#read(
      `UNWIND $front AS rank MATCH (a:Entity {push: $push, rank: rank})${arrow(query)}(b) WHERE r.confidence IN $sure
       RETURN DISTINCT a.rank AS a, b.rank AS b`,
      { front: ints(front), sure: query.confidences ?? confidences },
    );
    return rows.map(({ a, b }) => [a, b]);
  }

  /** BM25 by rank; terms in the order given, so that sums are those of the embedded store. */
  async #scores(terms: readonly string[]): Promise<Map<number, number>> {
    const { documents, meanLength } = this.#live;
    const rows = await this.#read(
      'UNWIND $terms AS text MATCH (t:Term {push: $push, text: text}) RETURN t.text AS text, t.owners AS owners, t.counts AS counts, t.lengths AS lengths',
      { terms },
    );
    const postings = new Map(rows.map((row) => [row['text'] as string, row]));
    const scores = new Map<number, number>();
    for (const term of terms) {
      const posting = postings.get(term);
      if (!posting) continue;
      const { owners, counts, lengths } = posting as unknown as Record<'owners' | 'counts' | 'lengths', readonly number[]>;
      const rarity = inverseFrequency(documents, owners.length);
      owners.forEach((owner, index) => {
        const relativeLength = (lengths[index] ?? 0) / meanLength;
        scores.set(owner, (scores.get(owner) ?? 0) + rarity * weigh(counts[index] ?? 0, relativeLength));
      });
    }
    return scores;
  }

  async #allRanks(): Promise<{ readonly length: number; readonly ids: readonly string[] }> {
    const rows = await this.#read('MATCH (n:Entity {push: $push}) RETURN n.id AS id ORDER BY n.rank');
    const ids = rows.map(({ id }) => id as string);
    return { length: ids.length, ids };
  }

  async #readNames(): Promise<Names> {
    const rows = await this.#read('MATCH (n:Entity {push: $push}) RETURN n.name AS name, count(*) AS count');
    const sorted = rows.sort((a, b) => (a['name'] < b['name'] ? -1 : 1));
    return { names: sorted.map(({ name }) => name), counts: sorted.map(({ count }) => count) };
  }
}
