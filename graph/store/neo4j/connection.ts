import neo4j, {
  type Driver,
  type ManagedTransaction,
  type QueryResult,
  type RecordShape,
} from 'neo4j-driver';
import { MendError } from '../../kernel/errors.ts';
import type { Secret } from '../../kernel/secret.ts';
import { storeError } from './store-error.ts';

export interface Neo4jSettings {
  /** `bolt://host:7687`, `neo4j://host`, or with `+s` for TLS. */
  readonly uri: string;
  /** `null` where the server asks for none. */
  readonly user: string | null;
  readonly password: Secret | null;
  /** The user's home database unless given. */
  readonly database?: string | undefined;
}

const connectMs = 10_000;

export type Row = RecordShape;
export type Parameters = Readonly<Record<string, unknown>>;

function openDriver({ uri, user, password }: Neo4jSettings): Driver {
  const auth = user === null ? undefined : neo4j.auth.basic(user, password?.reveal() ?? '');
  try {
    return neo4j.driver(uri, auth, {
      disableLosslessIntegers: true,
      connectionTimeout: connectMs,
      connectionAcquisitionTimeout: connectMs,
      maxTransactionRetryTime: 5_000,
      telemetryDisabled: true,
    });
  } catch (cause) {
    // The message of the driver repeats the URI, in which people put passwords.
    throw new MendError('USAGE', 'the address of the Neo4j server is no URI that its driver knows', {
      hint: 'for example bolt://127.0.0.1:7687; user and password go into MENDGRAPH_NEO4J_USER and MENDGRAPH_NEO4J_PASSWORD',
      cause,
    });
  }
}

/** One server and database. Nothing is sent before the first query. */
export class Connection {
  readonly #driver: Driver;
  readonly #settings: Neo4jSettings;

  constructor(settings: Neo4jSettings) {
    this.#settings = settings;
    this.#driver = openDriver(settings);
  }

  /** Rows of a query that only reads. Throws `STORE_UNAVAILABLE`, `STORE_AUTH`. */
  read(query: string, parameters: Parameters = {}): Promise<Row[]> {
    return this.#managed('READ', (tx) => tx.run(query, parameters));
  }

  /** Runs a query in a transaction of its own, again where it met another one's locks. */
  write(query: string, parameters: Parameters = {}): Promise<Row[]> {
    return this.#managed('WRITE', (tx) => tx.run(query, parameters));
  }

  /** Runs a query once, as its own transaction; for schema commands and `CALL … IN TRANSACTIONS`, and for batches. */
  async once(query: string, parameters: Parameters = {}): Promise<Row[]> {
    const session = this.#session('WRITE');
    try {
      const { records } = await session.run(query, parameters);
      return records.map((record) => record.toObject());
    } finally {
      await session.close();
    }
  }

  async close(): Promise<void> {
    await this.#driver.close();
  }

  #session(mode: 'READ' | 'WRITE') {
    const { database } = this.#settings;
    return this.#driver.session({
      defaultAccessMode: mode === 'READ' ? neo4j.session.READ : neo4j.session.WRITE,
      ...(database === undefined ? {} : { database }),
    });
  }

  async #managed(
    mode: 'READ' | 'WRITE',
    work: (tx: ManagedTransaction) => Promise<QueryResult>,
  ): Promise<Row[]> {
    const session = this.#session(mode);
    try {
      const { records } = await (mode === 'READ' ? session.executeRead(work) : session.executeWrite(work));
      return records.map((record) => record.toObject());
    } catch (error) {
      throw storeError(error);
    } finally {
      await session.close().catch(() => {});
    }
  }
}

/** Whole numbers are sent as such: plain ones would be stored as floats. */
export const int = (value: number) => neo4j.int(value);
export const ints = (values: Iterable<number>) => Array.from(values, int);
