import type { EntityId } from './entity.ts';

/**
 * The seven relations of SGAgent (arXiv 2602.23647, section 3.1), then ours.
 *
 * The source of a use is the innermost definition, class body or file around it; a lambda or comprehension is
 * part of what it stands in, an annotation part of its function. A call of a class is INSTANTIATES of that class,
 * and CALLS of its `__init__` where the class itself defines one: an inherited one is found through the class's
 * INHERITS. Both stand for call expressions (and `raise`), as type checkers see them. What runs without one is
 * REFERENCES: a bare `@decorator`, a property that is read, `__iter__` or `__enter__` and the like of a `for` or
 * `with`, a function given to `map` or `sorted`. TESTED_BY follows from the others: see `graph/resolve/tested-by/tested-by.ts`.
 */
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
  'TESTED_BY',
] as const;

export type RelationKind = (typeof relationKinds)[number];

/**
 * `exact`: the language's rules leave one answer. `inferred`: types or values were followed to one or two.
 * `candidate`: one of several, or by name alone; never to be taken for a fact. Candidates are: the methods of a
 * name, at most 8 in the repository, where the receiver is unknown and the name is no method of a builtin type;
 * more than 2 that a receiver's types or a variable's values leave; and what a decorator puts in a function's
 * place without `functools.wraps`.
 */
export const confidences = ['exact', 'inferred', 'candidate'] as const;

export type Confidence = (typeof confidences)[number];

/** Where in the source entity's file the relation is written. Lines and columns are 1-based. */
export interface Site {
  readonly line: number;
  /** Counted in UTF-16 code units, as editors and JavaScript do. */
  readonly column: number;
}

/**
 * From user to used: caller to callee, class to base, importing file to imported entity, member to class. TESTED_BY
 * goes from what is tested to its test.
 */
export interface Relation {
  readonly kind: RelationKind;
  readonly src: EntityId;
  readonly dst: EntityId;
  readonly confidence: Confidence;
  /** In order of place; empty for BELONGS_TO, HAS_METHOD and HAS_VARIABLE, whose place is the member's own, and for TESTED_BY. */
  readonly sites: readonly Site[];
}
