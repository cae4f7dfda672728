import type { Database } from 'libsql';

/**
 * Runs `work` in one transaction that holds the write lock from its start, and throws what it threw. SQLite ends a
 * transaction by itself when the disk is full; the driver's own wrapper then fails at the rollback and hides why.
 */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}
