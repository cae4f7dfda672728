import { checkSignal } from '../../kernel/check-signal.ts';
import type { Connection, Parameters, Row } from './connection.ts';
import { isOutOfMemory, storeError } from './store-error.ts';

/** Told after each batch how many rows it had. */
export type OnBatch = (rows: number) => void;

interface BatchOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onBatch?: OnBatch | undefined;
}

/**
 * Sends rows to queries that take them as `$rows`, each batch a transaction. A batch that the server has no memory for
 * is halved, and none after it is larger. Throws `CANCELLED` between batches, and what `storeError` makes of the rest.
 */
export class BatchWriter {
  readonly #connection: Connection;
  readonly #options: BatchOptions;
  /** More rows than this the server could not take. */
  #most = Number.POSITIVE_INFINITY;

  constructor(connection: Connection, options: BatchOptions = {}) {
    this.#connection = connection;
    this.#options = options;
  }

  /** `size` rows at most at once. Gives what the query returns, in order of its rows. */
  async send(
    query: string,
    rows: readonly unknown[],
    size: number,
    parameters: Parameters = {},
  ): Promise<Row[]> {
    const { signal, onBatch } = this.#options;
    const answers: Row[] = [];
    for (let from = 0; from < rows.length; ) {
      checkSignal(signal);
      const batch = rows.slice(from, from + Math.min(size, this.#most));
      try {
        for (const row of await this.#connection.once(query, { ...parameters, rows: batch }))
          answers.push(row);
      } catch (error) {
        if (!isOutOfMemory(error) || batch.length === 1) throw storeError(error);
        this.#most = Math.floor(batch.length / 2);
        continue;
      }
      from += batch.length;
      onBatch?.(batch.length);
    }
    return answers;
  }
}
