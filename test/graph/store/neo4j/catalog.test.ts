import neo4j from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../../../graph/kernel/secret.ts';
import { BatchWriter } from '../../../../graph/store/neo4j/batches.ts';
import { openNeo4jCatalog } from '../../../../graph/store/neo4j/catalog.ts';
import { Connection, type Neo4jSettings } from '../../../../graph/store/neo4j/connection.ts';
import { remove } from '../../../../graph/store/neo4j/prune.ts';
import {
  classEntity,
  codeGraph,
  fileEntity,
  methodEntity,
  relation,
  snapshotOf,
} from '../../../builders/code-graph.ts';
import { graphStoreContract } from '../../../contracts/graph-store.ts';
import { type Neo4jServer, startNeo4j } from '../../../support/neo4j/server.ts';
import { lacksNeo4j } from '../../../support/requires.ts';

/** A server takes ten seconds to start, more where the machine is busy. */
const startMs = 120_000;

const graph = codeGraph(
  [fileEntity('a.py', 9), classEntity('a.py', 'A', [1, 5]), methodEntity('a.py', 'A.run', [2, 5])],
  [relation('a.py:A', 'HAS_METHOD', 'a.py:A.run')],
);

describe.skipIf(lacksNeo4j())('the Neo4j store', () => {
  let server: Neo4jServer;
  let settings: Neo4jSettings;
  beforeAll(async () => {
    server = await startNeo4j();
    settings = { uri: server.uri, user: null, password: null };
  });
  afterAll(() => server?.stop());

  const clear = async () => {
    const driver = neo4j.driver(server.uri);
    await driver.executeQuery('MATCH (n) DETACH DELETE n');
    await driver.close();
  };

  graphStoreContract('Neo4j', async () => {
    await clear();
    const catalog = openNeo4jCatalog(settings);
    const others = [catalog];
    return {
      catalog,
      async reopen() {
        const other = openNeo4jCatalog(settings);
        others.push(other);
        return other;
      },
      async close() {
        for (const one of others) await one.close();
      },
    };
  });

  const pushes = async (): Promise<string[]> => {
    const driver = neo4j.driver(server.uri);
    const { records } = await driver.executeQuery(
      'MATCH (s:Snapshot) RETURN s.state AS state ORDER BY state',
    );
    await driver.close();
    return records.map((record) => record.get('state'));
  };
  const nodes = async (): Promise<number> => {
    const driver = neo4j.driver(server.uri, undefined, { disableLosslessIntegers: true });
    const { records } = await driver.executeQuery('MATCH (n:Entity) RETURN count(n) AS count');
    await driver.close();
    return records[0]?.get('count');
  };

  it('keeps a replaced snapshot for its readers, then removes it', async () => {
    await clear();
    let now = 1_000_000_000;
    const catalog = openNeo4jCatalog(settings, { clock: { now: () => now } });
    await catalog.publish(snapshotOf('k'), graph);
    const reader = await catalog.open('k');
    await catalog.publish(snapshotOf('k'), codeGraph([fileEntity('b.py', 1)]));
    expect(await reader?.files()).toHaveLength(1);
    expect(await reader?.byName('run')).toEqual(graph.entities.slice(2));
    now += 60 * 60_000;
    await catalog.publish(snapshotOf('other', { root: '/srv/other' }), graph);
    expect(await pushes()).toEqual(['live', 'live']);
    expect(await nodes()).toBe(4);
    await catalog.close();
  });

  it('keeps the four newest snapshots of a repository, and those of others', async () => {
    await clear();
    let now = 1_000_000_000;
    const catalog = openNeo4jCatalog(settings, { clock: { now: () => (now += 60_000) } });
    await catalog.publish(snapshotOf('elsewhere', { root: '/srv/elsewhere' }), graph);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await catalog.publish(snapshotOf(key), graph);
    const open = async (key: string) => (await catalog.open(key)) !== undefined;
    expect(await Promise.all(['elsewhere', 'a', 'b', 'c', 'd', 'e', 'f'].map(open))).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    await catalog.close();
  });

  it('shows and leaves nothing of a push that was stopped', async () => {
    await clear();
    const now = 1_000_000_000;
    const controller = new AbortController();
    const catalog = openNeo4jCatalog(settings, {
      clock: { now: () => now },
      onSent: () => controller.abort(),
    });
    await expect(catalog.publish(snapshotOf('k'), graph, controller.signal)).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(await catalog.open('k')).toBeUndefined();
    expect(await pushes()).toEqual([]);
    expect(await nodes()).toBe(0);
    await catalog.close();
  });

  it('removes what a killed push left, when it is old', async () => {
    await clear();
    let now = 1_000_000_000;
    const driver = neo4j.driver(server.uri);
    await driver.executeQuery(
      "CREATE (:Snapshot {push: 7, key: 'k', state: 'writing', since: $since, root: '/srv/repository'}), (:Entity {push: 7, rank: 0, id: 'a'})",
      { since: neo4j.int(now) },
    );
    await driver.close();
    const catalog = openNeo4jCatalog(settings, { clock: { now: () => now } });
    await catalog.publish(snapshotOf('k'), graph);
    expect(await pushes()).toEqual(['live', 'writing']);
    now += 24 * 60 * 60_000;
    await catalog.publish(snapshotOf('other'), graph);
    expect(await pushes()).toEqual(['live', 'live']);
    expect(await nodes()).toBe(graph.entities.length * 2);
    await catalog.close();
  });

  it('has one live snapshot of a key after two pushes at once', async () => {
    await clear();
    const [one, other] = [openNeo4jCatalog(settings), openNeo4jCatalog(settings)];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([one.publish(snapshotOf('k'), graph), other.publish(snapshotOf('k'), graph)]);
      expect((await pushes()).filter((state) => state === 'live')).toEqual(['live']);
      expect(await (await one.open('k'))?.files()).toHaveLength(1);
    }
    await one.close();
    await other.close();
  });

  it('does not remove what became live, whatever its writer heard', async () => {
    await clear();
    const catalog = openNeo4jCatalog(settings);
    await catalog.publish(snapshotOf('k'), graph);
    const connection = new Connection(settings);
    const [row] = await connection.read('MATCH (s:Snapshot) RETURN s.push AS push');
    await remove(connection, Object(row).push);
    expect(await (await catalog.open('k'))?.files()).toHaveLength(1);
    await connection.close();
    await catalog.close();
  });

  it('takes names that look like Cypher', async () => {
    await clear();
    const path = 'a`) DETACH DELETE n //\'"\\.py';
    const strange = codeGraph([
      fileEntity(path, 1),
      methodEntity(path, 'f', [1, 1], { signature: '`$push {' }),
    ]);
    const catalog = openNeo4jCatalog(settings);
    await catalog.publish(snapshotOf("k'`"), strange);
    const store = await catalog.open("k'`");
    expect(await store?.inFile(path)).toEqual(strange.entities);
    await catalog.close();
  });

  it('says when a password is wrong, without telling it', { timeout: startMs }, async () => {
    const own = await startNeo4j({ auth: true });
    const catalog = openNeo4jCatalog({ uri: own.uri, user: 'neo4j', password: new Secret('hunter2') });
    try {
      const error = await catalog.open('k').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: 'STORE_AUTH',
        hint: expect.stringContaining('MENDGRAPH_NEO4J_PASSWORD'),
      });
      expect(String(error)).not.toContain('hunter2');
    } finally {
      await catalog.close();
      await own.stop();
    }
  });
  it('says when the server is gone in the middle of a push', async () => {
    await clear();
    const catalog = openNeo4jCatalog(settings, { onSent: () => server.process.kill('SIGKILL') });
    await expect(catalog.publish(snapshotOf('k'), graph)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    await catalog.close();
  });
});

describe('without a server', () => {
  it('says that none answers', async () => {
    const catalog = openNeo4jCatalog({ uri: 'bolt://127.0.0.1:1', user: null, password: null });
    await expect(catalog.open('k')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await catalog.close();
  });

  it.each(['nonsense', 'http://127.0.0.1:7687', ''])('refuses %j as an address', (uri) => {
    expect(() => openNeo4jCatalog({ uri, user: null, password: null })).toThrow(
      expect.objectContaining({ code: 'USAGE' }),
    );
  });
});

describe('a batch', () => {
  const outOfMemory = Object.assign(new Error('no memory'), {
    code: 'Neo.TransientError.General.MemoryPoolOutOfMemoryError',
  });
  const server = (most: number) => {
    const sent: unknown[][] = [];
    const once = async (_query: string, { rows }: { readonly rows: unknown[] }) => {
      if (rows.length > most) throw outOfMemory;
      sent.push(rows);
      return [];
    };
    return { sent, connection: { once } as unknown as Connection };
  };

  it('is halved until the server has the memory, and those after it are no larger', async () => {
    const { sent, connection } = server(30);
    const told: number[] = [];
    const writer = new BatchWriter(connection, { onBatch: (rows) => told.push(rows) });
    const rows = Array.from({ length: 250 }, (_, index) => index);
    await writer.send('', rows, 100);
    await writer.send('', rows, 100);
    expect(sent.flat()).toEqual([...rows, ...rows]);
    expect(Math.max(...sent.map(({ length }) => length))).toBe(25);
    expect(told).toEqual(sent.map(({ length }) => length));
  });

  it('gives up where not even one row fits', async () => {
    const { connection } = server(0);
    await expect(new BatchWriter(connection).send('', [1, 2], 8)).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});

it('a secret shows nowhere', () => {
  const secret = new Secret('hunter2');
  expect(`${secret} ${JSON.stringify({ secret })}`).toBe('[secret] {"secret":"[secret]"}');
  expect(secret.reveal()).toBe('hunter2');
});
