import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { checkEntities } from '../../domain/check-entities.ts';
import type { CodeEntity } from '../../domain/entity.ts';
import { confidences } from '../../domain/relation.ts';
import { relationTable } from '../../domain/relation-builder.ts';
import { kindOrder, type RelationTable } from '../../domain/relation-table.ts';
import { type CodeGraph, type EntityTerms, type Snapshot, schemaVersion } from '../../domain/snapshot.ts';
import { checkSignal } from '../../kernel/check-signal.ts';
import type { Clock } from '../../kernel/clock.ts';
import { MendError } from '../../kernel/errors.ts';
import { at } from '../../kernel/numbers.ts';
import { BatchWriter } from './batches.ts';
import { type Connection, int, ints, type Row } from './connection.ts';
import { labels, rowOf } from './entity-row.ts';
import { prune, remove } from './prune.ts';
import { ensureSchema } from './schema.ts';

/** Told while a graph is sent: `done` of `total` rows, of nodes, of relations by source and kind, and of terms. */
export type OnSent = (done: number, total: number) => void;

export interface PublishContext {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onSent?: OnSent | undefined;
}

const nodesAtOnce = 5_000;
const sourcesAtOnce = 4_000;
const termsAtOnce = 2_000;

/** Where the rows of one push go. */
interface Sending {
  readonly writer: BatchWriter;
  readonly push: ReturnType<typeof int>;
}

/** The nodes; gives the server's own ids of them by rank, which find them faster than an index does. */
async function sendNodes(
  { writer, push }: Sending,
  entities: readonly CodeEntity[],
): Promise<readonly string[]> {
  const byLabel = new Map<string, Row[]>();
  entities.forEach((entity, rank) => {
    const label = labels[entity.kind];
    const rows = byLabel.get(label) ?? [];
    byLabel.set(label, rows);
    rows.push(rowOf(entity, rank));
  });
  const ids: string[] = [];
  for (const [label, rows] of byLabel)
    for (const { rank, id } of await writer.send(
      `UNWIND $rows AS row CREATE (n:Entity:${label}) SET n = row, n.push = $push
       RETURN n.rank AS rank, elementId(n) AS id`,
      rows,
      nodesAtOnce,
      { push },
    ))
      ids[rank] = id;
  return ids;
}

function propertiesOf({ columns }: RelationTable, index: number): Row {
  const { confidences: sure, siteStarts, siteLines, siteColumns } = columns;
  const [from, to] = [at(siteStarts, index), at(siteStarts, index + 1)];
  const confidence = confidences[at(sure, index)] ?? 'candidate';
  if (from === to) return { confidence };
  return {
    confidence,
    lines: ints(siteLines.subarray(from, to)),
    columns: ints(siteColumns.subarray(from, to)),
  };
}

/** Rows that `sendRelations` sends. */
function sourcesIn({ columns: { src, kinds }, length }: RelationTable): number {
  let count = 0;
  for (let index = 0; index < length; index += 1)
    if (index === 0 || src[index] !== src[index - 1] || kinds[index] !== kinds[index - 1]) count += 1;
  return count;
}

/** Relations by kind, since a type can't be a parameter; a row is a source with all its targets. */
async function sendRelations(
  { writer }: Sending,
  table: RelationTable,
  ids: readonly string[],
): Promise<void> {
  const { src, dst, kinds } = table.columns;
  for (const [code, kind] of kindOrder.entries()) {
    const rows: [source: string, targets: unknown[]][] = [];
    let last = -1;
    for (let index = 0; index < table.length; index += 1) {
      if (at(kinds, index) !== code) continue;
      if (at(src, index) !== last) rows.push([ids[at(src, index)] ?? '', []]);
      last = at(src, index);
      rows.at(-1)?.[1].push([ids[at(dst, index)] ?? '', propertiesOf(table, index)]);
    }
    await writer.send(
      `UNWIND $rows AS row
       MATCH (a) WHERE elementId(a) = row[0]
       UNWIND row[1] AS target
       MATCH (b) WHERE elementId(b) = target[0]
       CREATE (a)-[r:${kind}]->(b) SET r = target[1]`,
      rows,
      sourcesAtOnce,
    );
  }
}

interface Posting {
  readonly owners: number[];
  readonly counts: number[];
}

interface Words {
  readonly postings: ReadonlyMap<string, Posting>;
  /** Words of each entity, by rank. */
  readonly lengths: Uint32Array;
}

function countWords(entities: readonly CodeEntity[], documents: readonly EntityTerms[]): Words {
  const ranks = new Map<string, number>(entities.map(({ id }, rank) => [id, rank]));
  const postings = new Map<string, Posting>();
  const lengths = new Uint32Array(entities.length);
  for (const { id, terms, counts } of documents) {
    const rank = ranks.get(id);
    if (rank === undefined)
      throw new MendError('INTERNAL', `the graph has terms of ${id}, which is no entity`);
    terms.forEach((text, place) => {
      const posting = postings.get(text) ?? { owners: [], counts: [] };
      postings.set(text, posting);
      const count = counts[place] ?? 0;
      posting.owners.push(rank);
      posting.counts.push(count);
      lengths[rank] = at(lengths, rank) + count;
    });
  }
  return { postings, lengths };
}

async function sendTerms({ writer, push }: Sending, { postings, lengths }: Words): Promise<void> {
  const rows = [...postings].map(([text, { owners, counts }]) => ({
    text,
    owners: ints(owners),
    counts: ints(counts),
    lengths: owners.map((owner) => int(at(lengths, owner))),
  }));
  const query = 'UNWIND $rows AS row CREATE (t:Term) SET t = row, t.push = $push';
  await writer.send(query, rows, termsAtOnce, { push });
}

function statsOf(entities: readonly CodeEntity[], { columns, length }: RelationTable): string {
  const counts = Object.fromEntries(Object.keys(labels).map((kind) => [kind, 0]));
  for (const { kind } of entities) counts[kind] = (counts[kind] ?? 0) + 1;
  const relations = Object.fromEntries(
    kindOrder.map((kind) => [kind, Object.fromEntries(confidences.map((one) => [one, 0]))]),
  );
  for (let index = 0; index < length; index += 1) {
    const row = relations[kindOrder[at(columns.kinds, index)] ?? ''];
    const confidence = confidences[at(columns.confidences, index)] ?? 'candidate';
    if (row) row[confidence] = (row[confidence] ?? 0) + 1;
  }
  return JSON.stringify({ entities: counts, relations });
}

/** From now on readers of the key get this push. Throws `INTERNAL` where another one has removed it meanwhile. */
async function switchTo({ connection, clock }: PublishContext, push: number): Promise<void> {
  // The one node of the key is written to first: of two pushes at once, the second waits for the first.
  const switched = await connection.write(
    `MATCH (new:Snapshot {push: $push})
     MERGE (live:Live {key: new.key}) SET live.push = $push
     WITH new
     OPTIONAL MATCH (old:Snapshot {key: new.key, state: 'live'})
     SET old.state = 'replaced', old.since = $now
     WITH DISTINCT new SET new.state = 'live', new.since = $now
     RETURN new.push AS push`,
    { push: int(push), now: int(clock.now()) },
  );
  if (switched.length === 0)
    throw new MendError('INTERNAL', 'the pushed graph was removed before it was whole', {
      hint: 'push it again; a push must not take longer than six hours',
    });
}

/** Waits for all; the first that fails stops the others, and its error is thrown when they have ended. */
async function together(
  signal: AbortSignal | undefined,
  works: readonly ((signal: AbortSignal) => Promise<void>)[],
) {
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let failed: { readonly error: unknown } | undefined;
  const watched = works.map((work) =>
    work(either).catch((error: unknown) => {
      failed ??= { error };
      stop.abort();
    }),
  );
  await Promise.all(watched);
  if (failed) throw failed.error;
}

/**
 * Sends a graph under a new number and then switches its key to it in one transaction: until then nobody sees it.
 * Throws `INTERNAL` for a graph that is none, `CANCELLED`, `STORE_UNAVAILABLE`, `STORE_AUTH`.
 */
export async function publish(
  context: PublishContext,
  snapshot: Snapshot,
  { entities, relations, terms }: CodeGraph,
): Promise<void> {
  const { connection, clock, signal, onSent } = context;
  checkSignal(signal);
  checkEntities(entities);
  const table = relationTable(entities, relations);
  const words = countWords(entities, terms);
  await ensureSchema(connection);
  await prune(connection, clock);
  const push = randomBytes(6).readUIntBE(0, 6);
  const total = words.lengths.reduce((sum, length) => sum + length, 0);
  const row = {
    push: int(push),
    key: snapshot.key,
    name: basename(snapshot.root),
    root: snapshot.root,
    commit: snapshot.commit ?? '',
    state: 'writing',
    since: int(clock.now()),
    schema: int(schemaVersion),
    document: JSON.stringify(snapshot),
    stats: statsOf(entities, table),
    documents: int(terms.length),
    meanLength: total / Math.max(1, terms.length),
  };
  await connection.write('CREATE (s:Snapshot) SET s = $row', { row });
  try {
    const rows = entities.length + sourcesIn(table) + words.postings.size;
    let sent = 0;
    const onBatch = (count: number) => {
      sent += count;
      onSent?.(sent, rows);
    };
    const sending = (until: AbortSignal): Sending => ({
      writer: new BatchWriter(connection, { signal: until, onBatch }),
      push: int(push),
    });
    await together(signal, [
      async (until) => sendRelations(sending(until), table, await sendNodes(sending(until), entities)),
      (until) => sendTerms(sending(until), words),
    ]);
    checkSignal(signal);
    await switchTo(context, push);
  } catch (error) {
    // Where the server does not answer any more, a later push removes what is there.
    await remove(connection, push).catch(() => {});
    throw error;
  }
}
