import type { CodeEntity } from '../../domain/entity.ts';
import { type EntityRow, entityFields, entityOf } from './entity-row.ts';
import type { Neo4jReader } from './reader.ts';

export interface Place {
  readonly path: string;
  readonly line: number;
}

interface AroundRow {
  readonly place: number;
  readonly entity: EntityRow;
}

const query = `UNWIND range(0, size($paths) - 1) AS place
MATCH (n:Entity {push: $push, path: $paths[place]})
WHERE n.startLine <= $lines[place] AND n.endLine >= $lines[place] AND NOT n:Variable
RETURN place, ${entityFields('n')} AS entity`;

const height = ({ startLine, endLine }: EntityRow): number => endLine - startLine;

/** Of those that cover a line, the lowest; of several, the one that starts last, then the last by id. */
const isNarrower = (one: EntityRow, other: EntityRow): boolean =>
  (height(one) - height(other) || other.startLine - one.startLine || other.rank - one.rank) < 0;

/** What covers each of the places. */
export async function narrowestAt(
  reader: Neo4jReader,
  places: readonly Place[],
): Promise<(CodeEntity | undefined)[]> {
  const parameters = { paths: places.map(({ path }) => path), lines: places.map(({ line }) => line) };
  const rows = (await reader.rows(query, parameters)) as unknown as readonly AroundRow[];
  const narrowest = new Map<number, EntityRow>();
  for (const { place, entity } of rows) {
    const best = narrowest.get(place);
    if (!best || isNarrower(entity, best)) narrowest.set(place, entity);
  }
  return places.map((_, place) => {
    const row = narrowest.get(place);
    return row && entityOf(row);
  });
}
