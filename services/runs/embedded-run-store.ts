import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import type { RunEvent } from '../../agents/domain/events.ts';
import type { Clock } from '../../graph/kernel/clock.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import { guarded } from './database-errors.ts';
import { makeEmbeddedMemory } from './embedded-memory.ts';
import { forget } from './forget.ts';
import { inTransaction } from './in-transaction.ts';
import { isAlive, type Owner, thisProcess } from './owner.ts';
import type { NewRun, Outcome, RunEnd, RunError, RunRecord, RunState, RunStore } from './port.ts';
import { databaseVersion, schema } from './schema.ts';

interface Row {
  readonly id: string;
  readonly state: RunState;
  readonly created_at: number;
  readonly root: string;
  readonly title: string;
  readonly issue_text: string;
  readonly options: string;
  readonly active_ms: number;
  readonly outcome: Outcome | null;
  readonly error: string | null;
  readonly owner: string | null;
}

/** Records kept; the oldest ended ones go first. */
const mostRuns = 1_000;
const mostEvents = 1_000;

const endedStates: ReadonlySet<RunState> = new Set(['finished', 'failed', 'cancelled']);

const toRecord = (row: Row): RunRecord => ({
  id: row.id,
  state: row.state,
  createdAt: row.created_at,
  root: row.root,
  title: row.title,
  issueText: row.issue_text,
  options: JSON.parse(row.options) as RunRecord['options'],
  activeMs: row.active_ms,
  outcome: row.outcome,
  error: row.error === null ? null : (JSON.parse(row.error) as RunError),
});

/** Sorts by time, to the millisecond. */
function newId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:.]/g, '').replace('T', '-').slice(0, 18);
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

function openDatabase(file: string): Database.Database {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  database.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec('PRAGMA foreign_keys = ON;');
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > databaseVersion)
    throw new MendError('CACHE_CORRUPT', `${file} was written by a later version of mendgraph`, {
      hint: 'update mendgraph, or point MENDGRAPH_HOME at another folder',
    });
  database.exec(`${schema} PRAGMA user_version = ${databaseVersion};`);
  return database;
}

const ownerIsGone = ({ owner }: Row): boolean => owner === null || !isAlive(JSON.parse(owner) as Owner);

function refuseToClaim(row: Row): void {
  if (row.state === 'queued' || row.state === 'interrupted') return;
  if (row.state !== 'running')
    throw new MendError('RUN_STATE', `run ${row.id} has ended: ${row.state}`, {
      hint: `mendgraph runs show ${row.id}`,
    });
  if (!ownerIsGone(row))
    throw new MendError('RUN_STATE', `run ${row.id} is being worked on by another process`, {
      hint: 'wait for it, or stop it first',
    });
}

function insertRun(
  database: Database.Database,
  { root, title, issueText, options }: NewRun,
  now: number,
): Row {
  const id = newId(now);
  database
    .prepare(
      'INSERT INTO runs (id, state, created_at, root, title, issue_text, options) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(id, 'queued', now, root, title, issueText, JSON.stringify(options));
  database.exec(
    `DELETE FROM runs WHERE state IN ('finished', 'failed', 'cancelled')
     AND id NOT IN (SELECT id FROM runs ORDER BY id DESC LIMIT ${mostRuns})`,
  );
  return database.prepare('SELECT * FROM runs WHERE id = ?').get(id) as Row;
}

/** Runs in one SQLite file, shared by any number of processes of this machine. Throws `DISK_FULL`, `CACHE_CORRUPT`. */
export function openEmbeddedRunStore(file: string, clock: Clock): RunStore {
  const database = guarded(file, () => openDatabase(file));
  const rowOf = (id: string): Row | undefined =>
    database.prepare('SELECT * FROM runs WHERE id = ?').get(id) as Row | undefined;
  const run = (sql: string, ...values: unknown[]): void =>
    guarded(file, () => void database.prepare(sql).run(...values));
  const claim = (id: string): RunRecord => {
    const row = rowOf(id);
    if (!row) throw new MendError('NOT_FOUND', `no run ${id}`, { hint: 'mendgraph runs list shows them' });
    refuseToClaim(row);
    run("UPDATE runs SET state = 'running', owner = ? WHERE id = ?", JSON.stringify(thisProcess()), id);
    return { ...toRecord(row), state: 'running' };
  };
  const end = (id: string, { state, outcome, error }: RunEnd): void => {
    run(
      'UPDATE runs SET state = ?, outcome = ?, error = ?, owner = NULL WHERE id = ?',
      state,
      outcome ?? null,
      error ? JSON.stringify(error) : null,
      id,
    );
    if (endedStates.has(state)) forget(database, id, state === 'finished');
  };
  let seq = 0;
  return {
    create: (given) => toRecord(guarded(file, () => insertRun(database, given, clock.now()))),
    get(id) {
      const row = rowOf(id);
      return row && toRecord(row);
    },
    list({ limit, after }) {
      const rows = after
        ? database.prepare('SELECT * FROM runs WHERE id < ? ORDER BY id DESC LIMIT ?').all(after, limit)
        : database.prepare('SELECT * FROM runs ORDER BY id DESC LIMIT ?').all(limit);
      return (rows as Row[]).map(toRecord);
    },
    claim: (id) => guarded(file, () => inTransaction(database, () => claim(id))),
    abandoned() {
      const sql = "SELECT * FROM runs WHERE state IN ('queued', 'running') ORDER BY id";
      return (database.prepare(sql).all() as Row[]).filter(ownerIsGone).map(toRecord);
    },
    spend: (id, activeMs) => run('UPDATE runs SET active_ms = ? WHERE id = ?', Math.round(activeMs), id),
    end: (id, how) => guarded(file, () => inTransaction(database, () => end(id, how))),
    memory: (id) => makeEmbeddedMemory(database, id),
    record(id, event) {
      seq = Math.max(seq + 1, clock.now() * 1_000);
      run(
        'INSERT OR IGNORE INTO events (run_id, seq, body) VALUES (?, ?, ?)',
        id,
        seq,
        JSON.stringify(event),
      );
    },
    events(id) {
      const sql = 'SELECT body FROM events WHERE run_id = ? ORDER BY seq DESC LIMIT ?';
      const rows = database.prepare(sql).all(id, mostEvents) as { body: string }[];
      return rows.reverse().map(({ body }) => JSON.parse(body) as RunEvent);
    },
    close: () => void database.close(),
  };
}
