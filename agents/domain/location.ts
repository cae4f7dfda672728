import type { EntityId, EntityKind } from '../../graph/domain/entity.ts';

/** A place that may hold the bug. `score` is comparable within one run only, higher is likelier. */
export interface FileLocation {
  readonly path: string;
  readonly score: number;
  /** Full sentences for the reader, most telling first. */
  readonly reasons: readonly string[];
}

export interface EntityLocation extends FileLocation {
  readonly id: EntityId;
  readonly qualifiedName: string;
  readonly kind: EntityKind;
  readonly startLine: number;
  readonly endLine: number;
}

export interface LineSuspicion {
  readonly path: string;
  readonly line: number;
  /** 0 to 1. */
  readonly score: number;
}

/** Everything a locator says, best first. */
export interface Locations {
  readonly files: readonly FileLocation[];
  readonly entities: readonly EntityLocation[];
  /** From coverage and tracebacks; empty when no test ran. Best first. */
  readonly lines: readonly LineSuspicion[];
}
