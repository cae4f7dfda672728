import type { EntityId } from '../domain/entity.ts';
import type { Position } from '../domain/position.ts';
import type { Confidence, RelationKind } from '../domain/relation.ts';
import type { RelationBuilder } from '../domain/relation-builder.ts';

type Cell = RelationKind | EntityId | Confidence | Position | null;

const width = 5;

/** Places at which one entity uses another, in rows of one flat list: a repository has a million of them. */
export class Edges {
  readonly #cells: Cell[] = [];

  /** `site` is `null` for what has no place of its own. */
  add(kind: RelationKind, src: EntityId, dst: EntityId, confidence: Confidence, site: Position | null): void {
    this.#cells.push(kind, src, dst, confidence, site);
  }

  addTo(relations: RelationBuilder): void {
    const cells = this.#cells;
    for (let row = 0; row < cells.length; row += width)
      // A row is what \`add\` was given.
      relations.add(...(cells.slice(row, row + width) as Parameters<RelationBuilder['add']>));
  }
}
