import { columnAt, lineAt, type Position } from '../../domain/position.ts';

const firstSize = 16_384;

/** Small whole numbers in few bytes (seven bits each, least first), and strings by their place in a table. */
export class ByteWriter {
  #bytes = new Uint8Array(firstSize);
  #length = 0;
  #line = 0;
  readonly #strings = new Map<string, number>();

  /** A whole number from 0 to 2³¹ − 1. */
  number(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  flag(value: boolean): void {
    this.number(value ? 1 : 0);
  }

  /** Any number: as text, for they are few. */
  text(value: string): void {
    let index = this.#strings.get(value);
    if (index === undefined) {
      index = this.#strings.size;
      this.#strings.set(value, index);
    }
    this.number(index);
  }

  /** Absent values take the place of 0. */
  optionalText(value: string | null | undefined): void {
    if (value === null || value === undefined) {
      this.number(0);
      return;
    }
    this.number(1);
    this.text(value);
  }

  /** Lines as differences: most are on the line of the one before, or next to it. */
  line(line: number): void {
    const step = line - this.#line;
    this.#line = line;
    this.number(step < 0 ? -2 * step - 1 : 2 * step);
  }

  /** A position, which is often that of a part (`shared`). */
  position(at: Position, shared?: Position): void {
    if (at === shared) {
      this.number(0);
      return;
    }
    this.number(columnAt(at));
    this.line(lineAt(at));
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.number(items.length);
    for (const item of items) write(item);
  }

  /** Length of the string table in bytes (4 bytes, little-endian), the table as JSON, then the numbers. */
  finish(): Uint8Array<ArrayBuffer> {
    const table = Buffer.from(JSON.stringify([...this.#strings.keys()]));
    const whole = new Uint8Array(4 + table.length + this.#length);
    new DataView(whole.buffer).setUint32(0, table.length, true);
    whole.set(table, 4);
    whole.set(this.#bytes.subarray(0, this.#length), 4 + table.length);
    return whole;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
