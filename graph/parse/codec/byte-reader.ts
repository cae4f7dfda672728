import { type Position, positionAt } from '../../domain/position.ts';
import { MendError } from '../../kernel/errors.ts';

/** Most lists are empty: they are all this one. */
const none: readonly never[] = [];

const damaged = (cause?: unknown): MendError =>
  new MendError('CACHE_CORRUPT', 'stored facts are damaged', { cause });

/** Checked by hand: the tables of a repository hold a million strings. */
function isStrings(table: unknown): table is string[] {
  return Array.isArray(table) && table.every((text) => typeof text === 'string');
}

function parseTable(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw damaged(error);
  }
}

function readTable(bytes: Uint8Array): { strings: string[]; next: number } {
  const length =
    bytes.length < 4 ? bytes.length : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (4 + length > bytes.length) throw damaged();
  const table = parseTable(Buffer.from(bytes.buffer, bytes.byteOffset + 4, length).toString());
  if (!isStrings(table)) throw damaged();
  return { strings: table, next: 4 + length };
}

/** Reads what `ByteWriter` wrote; throws `CACHE_CORRUPT` where that cannot be. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #strings: readonly string[];
  #at: number;
  #line = 0;

  /** `intern` makes equal strings of several files one. */
  constructor(bytes: Uint8Array, intern: (text: string) => string = (text) => text) {
    const { strings, next } = readTable(bytes);
    this.#bytes = bytes;
    this.#strings = strings.map(intern);
    this.#at = next;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw damaged();
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw damaged();
  }

  flag(): boolean {
    return this.number() === 1;
  }

  text(): string {
    const text = this.#strings[this.number()];
    if (text === undefined) throw damaged();
    return text;
  }

  optionalText(): string | undefined {
    return this.number() === 1 ? this.text() : undefined;
  }

  line(): number {
    const step = this.number();
    this.#line += step & 1 ? -(step + 1) / 2 : step / 2;
    return this.#line;
  }

  position(shared?: Position): Position {
    const column = this.number();
    if (column > 0) return positionAt(this.line(), column);
    if (!shared) throw damaged();
    return shared;
  }

  list<T>(read: () => T): readonly T[] {
    const length = this.number();
    // Each item takes a byte at least: a length from damaged bytes must not make room for a billion.
    if (length > this.#bytes.length - this.#at) throw damaged();
    if (length === 0) return none;
    // Of its final size at once: a list that grew has room for sixteen more.
    const items = new Array<T>(length);
    for (let index = 0; index < length; index += 1) items[index] = read();
    return items;
  }

  /** One of several words, by its place among them. */
  oneOf<T extends string>(words: readonly T[]): T {
    const word = words[this.number()];
    if (word === undefined) throw damaged();
    return word;
  }
}
