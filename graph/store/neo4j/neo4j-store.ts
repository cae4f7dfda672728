import { type CodeEntity, type EntityId, type EntityKind, entityKinds } from '../../domain/entity.ts';
import type { Relation, RelationKind } from '../../domain/relation.ts';
import { kindCode } from '../../domain/relation-table.ts';
import type { EntityTerms, Snapshot } from '../../domain/snapshot.ts';
import { nearestNames } from '../../query/nearest.ts';
import { termsOf } from '../../query/terms.ts';
import type { GraphStats, GraphStore, Neighbour, NeighbourQuery, TextHit } from '../port.ts';
import { AskedTogether } from './asked-together.ts';
import { type Connection, int } from './connection.ts';
import { narrowestAt, type Place } from './narrowest.ts';
import { type NeighboursOf, neighboursOf } from './neighbours.ts';
import { type LiveSnapshot, type Names, Neo4jReader } from './reader.ts';
import { type RelationRow, relationFields, relationOf } from './relation-row.ts';

/** Entities or terms of one query when all are listed. */
const pageSize = 5_000;

/** Reads one push. Every answer takes one or two round trips; walks take one for each step. */
export class Neo4jStore implements GraphStore {
  readonly snapshot: Snapshot;
  readonly #live: LiveSnapshot;
  readonly #reader: Neo4jReader;
  readonly #lines: AskedTogether<Place, CodeEntity | undefined>;
  readonly #neighbours: AskedTogether<NeighboursOf, readonly Neighbour[]>;
  #names: Promise<Names> | undefined;

  constructor(connection: Connection, live: LiveSnapshot) {
    this.snapshot = live.snapshot;
    this.#live = live;
    this.#reader = new Neo4jReader(connection, live);
    this.#lines = new AskedTogether((places) => narrowestAt(this.#reader, places));
    this.#neighbours = new AskedTogether((asked) => neighboursOf(this.#reader, asked));
  }

  async get(id: EntityId): Promise<CodeEntity | undefined> {
    return (await this.#reader.entities('n.id = $id', { id }))[0];
  }

  byName(name: string): Promise<readonly CodeEntity[]> {
    return this.#reader.entities('n.name = $name', { name });
  }

  byQualifiedName(qualifiedName: string): Promise<readonly CodeEntity[]> {
    return this.#reader.entities('n.qualifiedName = $qualifiedName', { qualifiedName });
  }

  async nearest(name: string, limit: number, within?: number): Promise<readonly CodeEntity[]> {
    if (limit < 1) return [];
    this.#names ??= this.#reader.names();
    const { names, counts } = await this.#names;
    const byDistance = nearestNames(
      name,
      limit,
      {
        length: names.length,
        name: (index) => names[index] ?? '',
        count: (index) => counts[index] ?? 0,
      },
      within,
    );
    const wanted = byDistance.flat().map((index) => names[index] ?? '');
    const found = await this.#reader.entities('n.name IN $wanted', { wanted });
    const distances = new Map(
      byDistance.flatMap((same, distance) => same.map((index) => [names[index] ?? '', distance] as const)),
    );
    const distance = (entity: CodeEntity) => distances.get(entity.name) ?? 0;
    // They come by id, and sorting is stable.
    return [...found].sort((a, b) => distance(a) - distance(b)).slice(0, limit);
  }

  files(): Promise<readonly CodeEntity[]> {
    return this.#reader.entities('n:File');
  }

  async inFile(path: string): Promise<readonly CodeEntity[]> {
    const found = await this.#reader.entities('n.path = $path', { path });
    return [...found].sort((a, b) => a.span.startLine - b.span.startLine);
  }

  atLine(path: string, line: number): Promise<CodeEntity | undefined> {
    return this.#lines.ask({ path, line });
  }

  neighbours(id: EntityId, query: NeighbourQuery): Promise<readonly Neighbour[]> {
    return this.#neighbours.ask({ id, query });
  }

  async closure(id: EntityId, query: NeighbourQuery, depth: number): Promise<readonly CodeEntity[]> {
    const start = await this.#reader.rankOf(id);
    if (start === undefined) return [];
    const seen = new Set([start]);
    const reached: number[] = [];
    let front = [start];
    for (let done = 0; done < depth && front.length > 0; done += 1) {
      const next = (await this.#reader.steps(front, query)).map(([, to]) => to).filter((to) => !seen.has(to));
      front = [...new Set(next)].sort((a, b) => a - b);
      for (const rank of front) {
        seen.add(rank);
        reached.push(rank);
      }
    }
    return this.#reader.byRanks(reached);
  }

  async path(
    from: EntityId,
    to: EntityId,
    kinds: readonly RelationKind[],
  ): Promise<readonly CodeEntity[] | undefined> {
    const [start, goal] = await Promise.all([this.#reader.rankOf(from), this.#reader.rankOf(to)]);
    if (start === undefined || goal === undefined) return undefined;
    if (start === goal) return this.#reader.byRanks([start]);
    const before = await this.#reader.waysFrom(start, goal, { kinds, direction: 'out' });
    if (!before.has(goal)) return undefined;
    const way = [goal];
    for (let at = goal; at !== start; ) {
      at = before.get(at) ?? start;
      way.push(at);
    }
    return this.#reader.byRanks(way.reverse());
  }

  async search(
    text: string,
    limit: number,
    kinds: readonly EntityKind[] = entityKinds,
  ): Promise<readonly TextHit[]> {
    const terms = [...new Set(termsOf(text))];
    if (terms.length === 0 || limit < 1) return [];
    const scores = await this.#reader.scores(terms);
    const best = [...scores].sort(([a, left], [b, right]) => right - left || a - b);
    const hits: TextHit[] = [];
    // Kinds are known only of entities that were read: as many at once as may be enough.
    const step = Math.max(50, limit * 4);
    for (let from = 0; from < best.length && hits.length < limit; from += step) {
      const part = best.slice(from, from + step);
      const entities = await this.#reader.byRanks(part.map(([rank]) => rank));
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
    const length = this.#length();
    for (let from = 0; from < length; from += pageSize) {
      const rows = (await this.#reader.rows(
        `MATCH (a:Entity {push: $push})-[r]->(b) WHERE a.rank >= $from AND a.rank < $until
         RETURN a.rank AS a, b.rank AS b, a.id AS src, b.id AS dst, ${relationFields}`,
        { from: int(from), until: int(from + pageSize) },
      )) as unknown as (RelationRow & {
        readonly a: number;
        readonly b: number;
        readonly src: string;
        readonly dst: string;
      })[];
      rows.sort((x, y) => x.a - y.a || kindCode(x.kind) - kindCode(y.kind) || x.b - y.b);
      for (const row of rows) yield relationOf(row, row.src, row.dst);
    }
  }

  async *entities(): AsyncGenerator<CodeEntity> {
    const length = this.#length();
    for (let from = 0; from < length; from += pageSize)
      yield* await this.#reader.entities('n.rank >= $from AND n.rank < $until', {
        from: int(from),
        until: int(from + pageSize),
      });
  }

  async *terms(): AsyncGenerator<EntityTerms> {
    const rows = (await this.#reader.rows(
      'MATCH (t:Term {push: $push}) RETURN t.text AS text, t.owners AS owners, t.counts AS counts',
    )) as unknown as {
      readonly text: string;
      readonly owners: readonly number[];
      readonly counts: readonly number[];
    }[];
    const documents = new Map<number, { terms: string[]; counts: number[] }>();
    for (const { text, owners, counts } of rows.sort((a, b) => (a.text < b.text ? -1 : 1)))
      owners.forEach((owner, index) => {
        const document = documents.get(owner) ?? { terms: [], counts: [] };
        documents.set(owner, document);
        document.terms.push(text);
        document.counts.push(counts[index] ?? 0);
      });
    const ids = await this.#reader.ids();
    for (const rank of [...documents.keys()].sort((a, b) => a - b))
      yield { id: ids[rank] as EntityId, ...(documents.get(rank) ?? { terms: [], counts: [] }) };
  }

  /** Number of entities. */
  #length(): number {
    return Object.values(this.#live.stats.entities).reduce((sum, count) => sum + count, 0);
  }

  /** The catalog owns the connection. */
  async close(): Promise<void> {}
}
