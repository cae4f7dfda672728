import { z } from 'zod';
import { type Snapshot, schemaVersion } from '../../domain/snapshot.ts';
import { type Clock, systemClock } from '../../kernel/clock.ts';
import type { GraphCatalog } from '../port.ts';
import { snapshotSchema } from '../snapshot-schema.ts';
import { Connection, type Neo4jSettings } from './connection.ts';
import { Neo4jStore } from './neo4j-store.ts';
import { type OnSent, publish } from './publish.ts';

export interface Neo4jOptions {
  readonly clock?: Clock;
  readonly onSent?: OnSent | undefined;
}

export interface Neo4jCatalog extends GraphCatalog {
  close(): Promise<void>;
}

const kept = z.object({
  push: z.number(),
  schema: z.number(),
  document: z.string(),
  stats: z.string(),
  documents: z.number(),
  meanLength: z.number(),
});
type Kept = z.infer<typeof kept>;
const pointer = z.object({ push: z.number(), live: kept.nullable() });

/**
 * The live push of a key with what is kept of it. Between the two matches another process may make a newer push the
 * live one: the pointer is then read and its snapshot no longer found.
 */
const liveQuery = `MATCH (l:Live {key: $key})
OPTIONAL MATCH (s:Snapshot {push: l.push, state: 'live'})
RETURN l.push AS push, s {.push, .schema, .document, .stats, .documents, .meanLength} AS live`;

/** Reads again until the snapshot is there, or is missing for a pointer that stayed the same. */
async function readLive(connection: Connection, key: string): Promise<Kept | undefined> {
  for (let before: number | undefined; ; ) {
    const [row] = await connection.read(liveQuery, { key });
    if (!row) return undefined;
    const { push, live } = pointer.parse(row);
    if (live) return live;
    if (push === before) return undefined;
    before = push;
  }
}

const parseSnapshot = (document: string): Snapshot => snapshotSchema.parse(JSON.parse(document));

/**
 * Graphs in a Neo4j 5 database, any number of repositories side by side. Each publish goes under a number of its
 * own (`push`), and one transaction makes it the live one of its key; the one it replaces stays for readers a while
 * longer. `publish` and `open` throw `STORE_UNAVAILABLE`, `STORE_AUTH`; a store's methods too.
 */
export function openNeo4jCatalog(
  settings: Neo4jSettings,
  { clock = systemClock, onSent }: Neo4jOptions = {},
): Neo4jCatalog {
  const connection = new Connection(settings);
  return {
    publish: (snapshot, graph, signal) => publish({ connection, clock, signal, onSent }, snapshot, graph),
    async open(key) {
      const row = await readLive(connection, key);
      if (row?.schema !== schemaVersion) return undefined;
      const { document, stats, schema: _, ...live } = row;
      return new Neo4jStore(connection, {
        ...live,
        snapshot: parseSnapshot(document),
        stats: JSON.parse(stats),
      });
    },
    close: () => connection.close(),
  };
}
