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

const liveRow = z.object({
  push: z.number(),
  document: z.string(),
  stats: z.string(),
  documents: z.number(),
  meanLength: z.number(),
});

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
      const [row] = await connection.read(
        `MATCH (l:Live {key: $key}) MATCH (s:Snapshot {push: l.push, state: 'live'}) WHERE s.schema = $schema
         RETURN s.push AS push, s.document AS document, s.stats AS stats, s.documents AS documents, s.meanLength AS meanLength`,
        { key, schema: schemaVersion },
      );
      if (!row) return undefined;
      const { document, stats, ...live } = liveRow.parse(row);
      return new Neo4jStore(connection, {
        ...live,
        snapshot: parseSnapshot(document),
        stats: JSON.parse(stats),
      });
    },
    close: () => connection.close(),
  };
}
