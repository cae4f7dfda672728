import type { CodeEntity, EntityId } from '../../domain/entity.ts';
import { confidences, relationKinds } from '../../domain/relation.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import { inverseFrequency, weigh } from '../../query/bm25.ts';
import type { GraphStats, NeighbourQuery } from '../port.ts';
import { type Connection, int, ints } from './connection.ts';
import { type EntityRow, entityFields, entityOf } from './entity-row.ts';

/** What the `Snapshot` node says. */
export interface LiveSnapshot {
  readonly push: number;
  readonly snapshot: Snapshot;
  readonly stats: GraphStats;
  /** Entities that have terms, and their mean number of words. */
  readonly documents: number;
  readonly meanLength: number;
}

/** `-[r:A|B]->` from `a` to `b`, or the other way. Kinds are words of this project, never the user's. */
export function arrow({ kinds = relationKinds, direction }: NeighbourQuery): string {
  const types = `[r:${kinds.join('|')}]`;
  return direction === 'out' ? `-${types}->` : `<-${types}-`;
}

export const noKinds = ({ kinds }: NeighbourQuery): boolean => kinds?.length === 0;

/** Each name once, and how many have it. */
export interface Names {
  readonly names: readonly string[];
  readonly counts: readonly number[];
}

/** The queries of one push that the store puts its answers together from. */
export class Neo4jReader {
  readonly #connection: Connection;
  readonly #live: LiveSnapshot;

  constructor(connection: Connection, live: LiveSnapshot) {
    this.#connection = connection;
    this.#live = live;
  }

  /** Rows of a query in which `$push` is that of the snapshot. */
  rows(query: string, parameters: Readonly<Record<string, unknown>> = {}) {
    return this.#connection.read(query, { push: int(this.#live.push), ...parameters });
  }

  /** In order of ids. */
  async entities(
    condition: string,
    parameters: Readonly<Record<string, unknown>> = {},
  ): Promise<readonly CodeEntity[]> {
    const rows = await this.rows(
      `MATCH (n:Entity {push: $push}) WHERE ${condition} RETURN ${entityFields('n')} AS entity ORDER BY n.rank`,
      parameters,
    );
    return rows.map(({ entity }) => entityOf(entity));
  }

  /** In the order asked for. */
  async byRanks(ranks: readonly number[]): Promise<CodeEntity[]> {
    if (ranks.length === 0) return [];
    const found = await this.rows(
      `UNWIND $ranks AS rank MATCH (n:Entity {push: $push, rank: rank}) RETURN ${entityFields('n')} AS entity`,
      { ranks: ints(ranks) },
    );
    const byRank = new Map(found.map(({ entity }) => [entity.rank, entity as EntityRow]));
    return ranks.flatMap((rank) => {
      const row = byRank.get(rank);
      return row ? [entityOf(row)] : [];
    });
  }

  async rankOf(id: EntityId): Promise<number | undefined> {
    const rows = await this.rows('MATCH (n:Entity {push: $push, id: $id}) RETURN n.rank AS rank', { id });
    return rows.map(({ rank }) => rank)[0];
  }

  /** Steps from any of those nodes: from where, to where. */
  async steps(front: readonly number[], query: NeighbourQuery): Promise<[number, number][]> {
    if (noKinds(query)) return [];
    const rows = await this.rows(
      `UNWIND $front AS rank MATCH (a:Entity {push: $push, rank: rank})${arrow(query)}(b) WHERE r.confidence IN $sure
       RETURN DISTINCT a.rank AS a, b.rank AS b`,
      { front: ints(front), sure: query.confidences ?? confidences },
    );
    return rows.map(({ a, b }) => [a, b]);
  }

  /** BM25 by rank; terms in the order given, so that sums are those of the embedded store. */
  async scores(terms: readonly string[]): Promise<Map<number, number>> {
    const { documents, meanLength } = this.#live;
    const rows = await this.rows(
      'UNWIND $terms AS text MATCH (t:Term {push: $push, text: text}) RETURN t.text AS text, t.owners AS owners, t.counts AS counts, t.lengths AS lengths',
      { terms },
    );
    const postings = new Map(rows.map(({ text, ...row }) => [text as string, row]));
    const scores = new Map<number, number>();
    for (const term of terms) {
      const posting = postings.get(term);
      if (!posting) continue;
      const { owners, counts, lengths } = posting as unknown as Record<
        'owners' | 'counts' | 'lengths',
        readonly number[]
      >;
      const rarity = inverseFrequency(documents, owners.length);
      owners.forEach((owner, index) => {
        const relativeLength = (lengths[index] ?? 0) / meanLength;
        scores.set(owner, (scores.get(owner) ?? 0) + rarity * weigh(counts[index] ?? 0, relativeLength));
      });
    }
    return scores;
  }

  /** Of all entities, by rank. */
  async ids(): Promise<readonly EntityId[]> {
    const rows = await this.rows('MATCH (n:Entity {push: $push}) RETURN n.id AS id ORDER BY n.rank');
    return rows.map(({ id }) => id as EntityId);
  }

  async names(): Promise<Names> {
    const rows = await this.rows('MATCH (n:Entity {push: $push}) RETURN n.name AS name, count(*) AS count');
    const sorted = rows
      .map(({ name, count }) => ({ name, count }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return { names: sorted.map(({ name }) => name), counts: sorted.map(({ count }) => count) };
  }

  /**
   * From each entity on the ways from `start`, the one before it; walked until `goal` is there. First come, first
   * served, as in `graph/store/embedded/walks.ts`: these are the first of the shortest ways in order of ids.
   */
  async waysFrom(start: number, goal: number, query: NeighbourQuery): Promise<ReadonlyMap<number, number>> {
    const before = new Map<number, number>();
    for (let front = [start]; front.length > 0 && !before.has(goal); ) {
      const place = new Map(front.map((rank, index) => [rank, index]));
      const steps = (await this.steps(front, query)).sort(
        ([a, b], [c, d]) => (place.get(a) ?? 0) - (place.get(c) ?? 0) || b - d,
      );
      front = [];
      for (const [near, far] of steps) {
        if (far === start || before.has(far)) continue;
        before.set(far, near);
        front.push(far);
      }
    }
    return before;
  }
}
