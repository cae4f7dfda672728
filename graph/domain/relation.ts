import type { EntityId } from './entity.ts';

/** The seven relations of SGAgent (arXiv 2602.23647, section 3.1), then ours. */
export const relationKinds = [
  'BELONGS_TO',
  'HAS_METHOD',
  'HAS_VARIABLE',
  'CALLS',
  'INHERITS',
  'REFERENCES',
  'IMPORTS',
  'INSTANTIATES',
  'OVERRIDES',
] as const;

export type RelationKind = (typeof relationKinds)[number];

/**
 * `exact`: the language's rules leave one answer. `inferred`: types or values were followed to it.
 * `candidate`: one of several, or by name alone; never to be taken for a fact.
 */
export const confidences = ['exact', 'inferred', 'candidate'] as const;

export type Confidence = (typeof confidences)[number];

/** Where in the source entity's file the relation is written. Lines and columns are 1-based. */
export interface Site {
  readonly line: number;
  /** Counted in UTF-16 code units, as editors and JavaScript do. */
  readonly column: number;
}

/** From user to used: caller to callee, class to base, importing file to imported entity, member to class. */
export interface Relation {
  readonly kind: RelationKind;
  readonly src: EntityId;
  readonly dst: EntityId;
  readonly confidence: Confidence;
  /** In order of place; empty for BELONGS_TO, HAS_METHOD and HAS_VARIABLE, whose place is the member's own. */
  readonly sites: readonly Site[];
}
