import type { CodeEntity, EntityId, EntityKind } from '../domain/entity.ts';
import type { Confidence, Relation, RelationKind } from '../domain/relation.ts';
import type { CodeGraph, EntityTerms, FileRevision, Snapshot } from '../domain/snapshot.ts';

export type Direction = 'in' | 'out';

export interface Neighbour {
  readonly entity: CodeEntity;
  readonly relation: Relation;
}

/** An entity that matches a text, by BM25 (Robertson and Zaragoza 2009) over terms of names, docstrings, source. */
export interface TextHit {
  readonly entity: CodeEntity;
  readonly score: number;
}

export interface GraphStats {
  readonly entities: Readonly<Record<EntityKind, number>>;
  readonly relations: Readonly<Record<RelationKind, Readonly<Record<Confidence, number>>>>;
}

export interface NeighbourQuery {
  readonly kinds?: readonly RelationKind[];
  readonly direction: Direction;
  readonly confidences?: readonly Confidence[];
}

/**
 * Reads one published snapshot. Same question, same answer, same order from every adapter: all lists are
 * sorted by id (UTF-16 code units, as `<` compares strings), then by the relation's kind in alphabetical order,
 * unless said otherwise. Every adapter must pass `graphStoreContract`.
 */
export interface GraphStore {
  readonly snapshot: Snapshot;
  get(id: EntityId): Promise<CodeEntity | undefined>;
  byName(name: string): Promise<readonly CodeEntity[]>;
  /**
   * Entities whose names are closest to `name` by `graph/query/edit-distance.ts`, closest first, then by id; none
   * further than `within`, which saves most of the work.
   */
  nearest(name: string, limit: number, within?: number): Promise<readonly CodeEntity[]>;
  byQualifiedName(qualifiedName: string): Promise<readonly CodeEntity[]>;
  files(): Promise<readonly CodeEntity[]>;
  /** In order of `startLine`, then id; the file itself first. Empty for an unknown path. */
  inFile(path: string): Promise<readonly CodeEntity[]>;
  /** The narrowest class, method or file that covers the line. */
  atLine(path: string, line: number): Promise<CodeEntity | undefined>;
  neighbours(id: EntityId, query: NeighbourQuery): Promise<readonly Neighbour[]>;
  /** All that is reached in at most `depth` steps, nearest first, then by id; the start is left out. */
  closure(id: EntityId, query: NeighbourQuery, depth: number): Promise<readonly CodeEntity[]>;
  /**
   * The shortest way along outgoing relations, both ends included; of several, the first in order of its ids.
   * `undefined` when there is none, or an end is unknown.
   */
  path(
    from: EntityId,
    to: EntityId,
    kinds: readonly RelationKind[],
  ): Promise<readonly CodeEntity[] | undefined>;
  /** Best first, then by id. Each distinct term of `termsOf(text)` counts once. `kinds` defaults to all. */
  search(text: string, limit: number, kinds?: readonly EntityKind[]): Promise<readonly TextHit[]>;
  stats(): Promise<GraphStats>;
  /** Every relation, sorted by src, kind, dst. */
  relations(): AsyncIterable<Relation>;
  /** Every entity, sorted by id. */
  entities(): AsyncIterable<CodeEntity>;
  /** The terms of every entity that has some, by id, each once; for other stores. */
  terms(): AsyncIterable<EntityTerms>;
  close(): Promise<void>;
}

/** Where graphs are kept. A snapshot becomes visible whole or not at all. */
export interface GraphCatalog {
  /**
   * Replaces what was published under `snapshot.key`. Takes the graph's lists in the order `CodeGraph` states.
   * Throws `INTERNAL` for an id or a relation (src, kind, dst) that is there twice and for an end that is no entity.
   */
  publish(snapshot: Snapshot, graph: CodeGraph, signal?: AbortSignal): Promise<void>;
  /**
   * Publishes under `snapshot.key` the graph of `from`, a store of this catalog, with some of its files revised, and
   * opens it: the same as publishing it whole. `undefined`, with nothing published, where that can't be done.
   */
  revise?(
    from: GraphStore,
    snapshot: Snapshot,
    revisions: readonly FileRevision[],
    signal?: AbortSignal,
  ): Promise<GraphStore | undefined>;
  /** `undefined` when that key was never published; throws `CACHE_CORRUPT` where its file is damaged. */
  open(key: string): Promise<GraphStore | undefined>;
}
