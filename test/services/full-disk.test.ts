import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toMendError } from '../../graph/kernel/errors.ts';
import { inTransaction } from '../../services/runs/in-transaction.ts';

let home: string;
let database: Database.Database;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mendgraph-full-'));
  database = new Database(join(home, 'a.db'));
  database.exec('CREATE TABLE t (body TEXT)');
  // A database that may not grow behaves as one on a full disk.
  database.exec('PRAGMA max_page_count = 4');
});
afterEach(async () => {
  database.close();
  await rm(home, { recursive: true, force: true });
});

const fill = () => database.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000));

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

it('is told as such, whoever wrote to the database', () => {
  expect(toMendError(thrownBy(fill))).toMatchObject({ code: 'DISK_FULL' });
});

it('is told as such out of a transaction, and the database stays usable', () => {
  const thrown = thrownBy(() => inTransaction(database, fill));
  expect(toMendError(thrown)).toMatchObject({ code: 'DISK_FULL' });
  inTransaction(database, () => database.prepare('INSERT INTO t VALUES (?)').run('y'));
  expect(database.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 1 });
});

it('undoes what a failed transaction did', () => {
  const thrown = thrownBy(() =>
    inTransaction(database, () => {
      database.prepare('INSERT INTO t VALUES (?)').run('z');
      throw new Error('no');
    }),
  );
  expect(thrown).toMatchObject({ message: 'no' });
  expect(database.prepare('SELECT count(*) AS n FROM t').get()).toMatchObject({ n: 0 });
});
