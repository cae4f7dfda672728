import type { CodeEntity, EntityId, MethodEntity } from '../domain/entity.ts';
import type { Position } from '../domain/position.ts';
import type { Confidence, RelationKind } from '../domain/relation.ts';
import type { Edges } from './edges.ts';
import type { Machine } from './machine.ts';
import type { FunctionModel } from './model.ts';

/** What drawing the relations of one definition, class body or file needs. */
export interface Drawing {
  readonly m: Machine;
  readonly index: NameIndex;
  /** Where the relations start. */
  readonly owner: EntityId;
  readonly file: EntityId;
  readonly edges: Edges;
  depth: number;
}

/** Methods by name, and those that some class overrides. */
export interface NameIndex {
  readonly methods: ReadonlyMap<string, readonly FunctionModel[]>;
  readonly overridden: ReadonlySet<EntityId>;
}

export function draw(
  { edges, owner }: Drawing,
  kind: RelationKind,
  dst: EntityId,
  site: Position,
  confidence: Confidence,
): void {
  edges.add(kind, owner, dst, confidence, site);
}

export function drawReferences(
  d: Drawing,
  entities: readonly CodeEntity[],
  at: Position,
  confidence: Confidence,
): void {
  for (const { id } of entities) if (id !== d.owner) draw(d, 'REFERENCES', id, at, confidence);
}

export const isMethod = (entity: CodeEntity): entity is MethodEntity => entity.kind === 'method';
