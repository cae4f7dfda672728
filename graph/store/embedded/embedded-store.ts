import { type CodeEntity, type EntityId, type EntityKind, entityKinds } from '../../domain/entity.ts';
import type { Relation, RelationKind } from '../../domain/relation.ts';
import type { EntityTerms, Snapshot } from '../../domain/snapshot.ts';
import { nearestNames } from '../../query/nearest.ts';
import { termsOf } from '../../query/terms.ts';
import type { GraphStats, GraphStore, Neighbour, NeighbourQuery, TextHit } from '../port.ts';
import { Adjacency, wantedTags } from './adjacency.ts';
import { EntityTable } from './entities.ts';
import type { SectionReader } from './sections.ts';
import { TextIndex } from './text-index.ts';
import { best } from './top.ts';
import { closureOf, pathOf, type Walk } from './walks.ts';

/** A snapshot in memory: typed arrays as they are in its file, strings and entities decoded when first asked for. */
export class EmbeddedStore implements GraphStore {
  readonly snapshot: Snapshot;
  readonly sections: SectionReader;
  readonly #entities: EntityTable;
  readonly #adjacency: Adjacency;
  readonly #text: TextIndex;

  constructor(snapshot: Snapshot, sections: SectionReader) {
    this.snapshot = snapshot;
    this.sections = sections;
    this.#entities = new EntityTable(sections);
    this.#adjacency = new Adjacency(sections);
    this.#text = new TextIndex(sections);
  }

  async get(id: EntityId): Promise<CodeEntity | undefined> {
    return this.#at(this.#entities.find(id));
  }

  async byName(name: string): Promise<readonly CodeEntity[]> {
    return this.#all(this.#entities.names.members(name));
  }

  async byQualifiedName(qualifiedName: string): Promise<readonly CodeEntity[]> {
    return this.#all(this.#entities.qualifiedNames.members(qualifiedName));
  }

  async nearest(name: string, limit: number, within?: number): Promise<readonly CodeEntity[]> {
    if (limit < 1) return [];
    const { names } = this.#entities;
    const byDistance = nearestNames(
      name,
      limit,
      {
        length: names.keys.length,
        name: (index) => names.keys.get(index),
        count: (index) => names.membersAt(index).length,
      },
      within,
    );
    return byDistance
      .flatMap((same) => same.flatMap((index) => [...names.membersAt(index)]).sort((a, b) => a - b))
      .slice(0, limit)
      .map((index) => this.#entities.get(index));
  }

  async files(): Promise<readonly CodeEntity[]> {
    const files: CodeEntity[] = [];
    for (let index = 0; index < this.#entities.length; index += 1)
      if (this.#entities.kind(index) === 'file') files.push(this.#entities.get(index));
    return files;
  }

  async inFile(path: string): Promise<readonly CodeEntity[]> {
    return this.#all(this.#entities.paths.members(path));
  }

  async atLine(path: string, line: number): Promise<CodeEntity | undefined> {
    const entities = this.#entities;
    const height = (index: number) => entities.endLine(index) - entities.startLine(index);
    let narrowest = -1;
    for (const index of entities.paths.members(path)) {
      if (entities.startLine(index) > line) break;
      if (entities.endLine(index) < line || entities.kind(index) === 'variable') continue;
      if (narrowest < 0 || height(index) <= height(narrowest)) narrowest = index;
    }
    return this.#at(narrowest);
  }

  async neighbours(id: EntityId, query: NeighbourQuery): Promise<readonly Neighbour[]> {
    const node = this.#entities.find(id);
    if (node < 0) return [];
    return this.#adjacency.edges(node, query.direction, wantedTags(query)).map((edge) => ({
      entity: this.#entities.get(this.#adjacency.end(edge, query.direction)),
      relation: this.#adjacency.relation(edge, this.#entities),
    }));
  }

  async closure(id: EntityId, query: NeighbourQuery, depth: number): Promise<readonly CodeEntity[]> {
    const node = this.#entities.find(id);
    return node < 0 ? [] : this.#all(closureOf(this.#walk(query), node, depth));
  }

  async path(
    from: EntityId,
    to: EntityId,
    kinds: readonly RelationKind[],
  ): Promise<readonly CodeEntity[] | undefined> {
    const start = this.#entities.find(from);
    const goal = this.#entities.find(to);
    if (start < 0 || goal < 0) return undefined;
    const way = pathOf(this.#walk({ kinds, direction: 'out' }), start, goal);
    return way && this.#all(way);
  }

  async search(
    text: string,
    limit: number,
    kinds: readonly EntityKind[] = entityKinds,
  ): Promise<readonly TextHit[]> {
    const terms = [...new Set(termsOf(text))];
    const isKind = entityKinds.map((kind) => kinds.includes(kind));
    const isWanted = (entity: number) => isKind[this.#entities.kindCode(entity)] ?? false;
    const { hits, scores } = this.#text.score(terms, isWanted);
    const score = (entity: number) => scores[entity] ?? 0;
    return best(hits, limit, (a, b) => score(b) - score(a) || a - b).map((index) => ({
      entity: this.#entities.get(index),
      score: score(index),
    }));
  }

  async stats(): Promise<GraphStats> {
    const entities: Record<EntityKind, number> = { file: 0, class: 0, method: 0, variable: 0 };
    for (let index = 0; index < this.#entities.length; index += 1) entities[this.#entities.kind(index)] += 1;
    return { entities, relations: this.#adjacency.count() };
  }

  async *relations(): AsyncGenerator<Relation> {
    for (let node = 0; node < this.#entities.length; node += 1)
      for (const edge of this.#adjacency.byKind(node)) yield this.#adjacency.relation(edge, this.#entities);
  }

  async *entities(): AsyncGenerator<CodeEntity> {
    for (let index = 0; index < this.#entities.length; index += 1) yield this.#entities.once(index);
  }

  async *terms(): AsyncGenerator<EntityTerms> {
    yield* this.#text.documents((entity) => this.#entities.id(entity));
  }

  /** Nothing to give back: the file was closed when it had been read, memory goes with the last reference. */
  async close(): Promise<void> {}

  #walk({ direction, ...rest }: NeighbourQuery): Walk {
    return { adjacency: this.#adjacency, direction, wanted: wantedTags(rest) };
  }

  #at(index: number): CodeEntity | undefined {
    return index < 0 ? undefined : this.#entities.get(index);
  }

  #all(indices: Iterable<number>): CodeEntity[] {
    return Array.from(indices, (index) => this.#entities.get(index));
  }
}
