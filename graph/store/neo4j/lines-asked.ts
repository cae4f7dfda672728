import type { CodeEntity } from '../../domain/entity.ts';
import { type EntityRow, entityFields, entityOf } from './entity-row.ts';
import type { Neo4jReader } from './reader.ts';

interface Asked {
  readonly path: string;
  readonly line: number;
  readonly resolve: (entity: CodeEntity | undefined) => void;
  readonly reject: (error: unknown) => void;
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

/** What covers a line. A tool asks about many at once: all that are asked before the event loop turns are one query. */
export class LinesAsked {
  readonly #reader: Neo4jReader;
  #waiting: Asked[] = [];

  constructor(reader: Neo4jReader) {
    this.#reader = reader;
  }

  narrowest(path: string, line: number): Promise<CodeEntity | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#send());
      this.#waiting.push({ path, line, resolve, reject });
    });
  }

  async #send(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = [];
    try {
      const paths = asked.map(({ path }) => path);
      const rows = await this.#reader.rows(query, { paths, lines: asked.map(({ line }) => line) });
      const narrowest = new Map<number, EntityRow>();
      for (const { place, entity } of rows as unknown as readonly AroundRow[]) {
        const best = narrowest.get(place);
        if (!best || isNarrower(entity, best)) narrowest.set(place, entity);
      }
      asked.forEach(({ resolve }, place) => {
        const row = narrowest.get(place);
        resolve(row && entityOf(row));
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
