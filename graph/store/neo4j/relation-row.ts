import type { EntityId } from '../../domain/entity.ts';
import type { Relation } from '../../domain/relation.ts';

/** What `relationFields` returns of a relation `r`. */
export interface RelationRow {
  readonly kind: Relation['kind'];
  readonly confidence: Relation['confidence'];
  readonly lines: readonly number[] | null;
  readonly columns: readonly number[] | null;
}

export const relationFields =
  'type(r) AS kind, r.confidence AS confidence, r.lines AS lines, r.columns AS columns';

export const relationOf = (row: RelationRow, src: string, dst: string): Relation => ({
  kind: row.kind,
  src: src as EntityId,
  dst: dst as EntityId,
  confidence: row.confidence,
  sites: (row.lines ?? []).map((line, index) => ({ line, column: row.columns?.[index] ?? 1 })),
});
