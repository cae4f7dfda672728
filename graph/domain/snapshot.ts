import type { CodeEntity } from './entity.ts';
import type { Relation, Site } from './relation.ts';
import type { TermCounts } from './term-counts.ts';

/** Raised whenever the meaning of stored entities or relations changes. */
export const schemaVersion = 7;

export interface SourceFile {
  /** Relative to the root, `/` between parts. */
  readonly path: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
}

/** A file that is not in the graph, or only in part, and why. */
export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

/** Which state of which repository a graph describes. */
export interface Snapshot {
  /** Absolute real path of the root when it was indexed. */
  readonly root: string;
  /** Hash over the paths and contents of all its files, the schema and the extractor: same text, same key. */
  readonly key: string;
  /** The commit checked out, where the folder is in a git repository; the tree may differ from it. */
  readonly commit: string | null;
  readonly files: readonly SourceFile[];
  readonly skipped: readonly SkippedFile[];
}

/** Terms of one entity's own text (what nested entities hold is theirs), with counts. */
export interface EntityTerms extends TermCounts {
  readonly id: CodeEntity['id'];
}

/** A whole graph, before it is published: entities sorted by id, relations by src, kind, dst. */
export interface CodeGraph {
  readonly entities: readonly CodeEntity[];
  /** Gone through as often as one likes. */
  readonly relations: Iterable<Relation>;
  readonly terms: readonly EntityTerms[];
}

/** A small graph, with its relations as a list. */
export interface ListedGraph extends CodeGraph {
  readonly relations: readonly Relation[];
}

/** What has become of one file of a graph by a change that left every entity and relation, but not where it is. */
export interface FileRevision {
  readonly path: string;
  /** All of the file, sorted by id; the ids are those from before. */
  readonly entities: readonly CodeEntity[];
  readonly terms: readonly EntityTerms[];
  /** Where a site of the file is now; `undefined` where that can't be told. */
  moved(site: Site): Site | undefined;
}
