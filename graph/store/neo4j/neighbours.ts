import type { EntityId } from '../../domain/entity.ts';
import { confidences } from '../../domain/relation.ts';
import { kindCode } from '../../domain/relation-table.ts';
import type { Neighbour, NeighbourQuery } from '../port.ts';
import { type EntityRow, entityFields, entityOf } from './entity-row.ts';
import { arrow, type Neo4jReader, noKinds } from './reader.ts';
import { type RelationRow, relationFields, relationOf } from './relation-row.ts';

export interface NeighboursOf {
  readonly id: EntityId;
  readonly query: NeighbourQuery;
}

interface NeighbourRow extends RelationRow {
  readonly id: EntityId;
  readonly entity: EntityRow;
}

const neighbourOf = ({ id, entity, ...row }: NeighbourRow, { direction }: NeighbourQuery): Neighbour => ({
  entity: entityOf(entity),
  relation: direction === 'out' ? relationOf(row, id, entity.id) : relationOf(row, entity.id, id),
});

/** The neighbours of each by one query, in the order that the port states. */
async function byId(
  reader: Neo4jReader,
  ids: Iterable<EntityId>,
  query: NeighbourQuery,
): Promise<ReadonlyMap<EntityId, readonly Neighbour[]>> {
  if (noKinds(query)) return new Map();
  const rows = (await reader.rows(
    `UNWIND $ids AS id MATCH (a:Entity {push: $push, id: id})${arrow(query)}(b) WHERE r.confidence IN $sure
     RETURN id, ${entityFields('b')} AS entity, ${relationFields}`,
    { ids: [...ids], sure: query.confidences ?? confidences },
  )) as unknown as NeighbourRow[];
  rows.sort((a, b) => a.entity.rank - b.entity.rank || kindCode(a.kind) - kindCode(b.kind));
  const found = new Map<EntityId, Neighbour[]>();
  for (const row of rows) {
    const known = found.get(row.id);
    if (known) known.push(neighbourOf(row, query));
    else found.set(row.id, [neighbourOf(row, query)]);
  }
  return found;
}

const textOf = ({ kinds, direction, confidences: sure }: NeighbourQuery): string =>
  JSON.stringify([direction, kinds, sure]);

/** The neighbours of each; questions of the same kind are one query. */
export async function neighboursOf(
  reader: Neo4jReader,
  asked: readonly NeighboursOf[],
): Promise<(readonly Neighbour[])[]> {
  const groups = new Map<string, { readonly query: NeighbourQuery; readonly ids: Set<EntityId> }>();
  for (const { id, query } of asked) {
    const group = groups.get(textOf(query)) ?? { query, ids: new Set() };
    groups.set(textOf(query), group);
    group.ids.add(id);
  }
  const found = new Map<string, ReadonlyMap<EntityId, readonly Neighbour[]>>();
  const read = async ([text, { ids, query }]: [string, { query: NeighbourQuery; ids: Set<EntityId> }]) =>
    found.set(text, await byId(reader, ids, query));
  await Promise.all([...groups].map(read));
  return asked.map(({ id, query }) => found.get(textOf(query))?.get(id) ?? []);
}
