import { MendError } from '../../kernel/errors.ts';
import type { Connection, Parameters, Row } from './connection.ts';
import { isOutOfMemory, storeError } from './store-error.ts';

const smallest = 1;

/**
 * Sends rows to a query that takes them as `$rows`, at most `size` at once, each batch a transaction. A batch that
 * the server has no memory for is halved, and so are those after it. Throws `CANCELLED` between batches, and what
 * `storeError` makes of the rest.
 */
export class BatchWriter {
  readonly #connection: Connection;
  readonly #signal: AbortSignal | undefined;
  #size: number;

  constructor(connection: Connection, size: number, signal?: AbortSignal) {
    this.#connection = connection;
    this.#size = size;
    this.#signal = signal;
  }

  /** Most rows sent at once from now on. */
  get size(): number {
    return this.#size;
  }

  /** What the query returns, in order of its rows. */
  async send(query: string, rows: readonly unknown[], parameters: Parameters): Promise<Row[]> {
    const answers: Row[] = [];
    for (let from = 0; from < rows.length; ) {
      if (this.#signal?.aborted)
        throw new MendError('CANCELLED', 'stopped before the end', { cause: this.#signal.reason });
      const batch = rows.slice(from, from + this.#size);
      try {
        for (const row of await this.#connection.once(query, { ...parameters, rows: batch }))
          answers.push(row);
        from += batch.length;
      } catch (error) {
        if (!isOutOfMemory(error) || batch.length <= smallest) throw storeError(error);
        this.#size = Math.max(smallest, Math.floor(batch.length / 2));
      }
    }
    return answers;
  }
}
