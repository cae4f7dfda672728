import { at } from '../../kernel/numbers.ts';
import type { SectionReader, Sections } from './sections.ts';

/** Strings as UTF-8, one after the other, with where each begins. */
export function encodeStrings(name: string, strings: readonly string[]): Sections {
  const joined = strings.join('');
  const bytes = Buffer.from(joined);
  const isAscii = bytes.length === joined.length;
  const starts = new Uint32Array(strings.length + 1);
  let end = 0;
  strings.forEach((text, index) => {
    end += isAscii ? text.length : Buffer.byteLength(text);
    starts[index + 1] = end;
  });
  return { [`${name}.bytes`]: new Uint8Array(bytes), [`${name}.starts`]: starts };
}

/** The table with some of its strings replaced, by index. */
export function replaceStrings(
  name: string,
  sections: SectionReader,
  replaced: ReadonlyMap<number, string>,
): Sections {
  const bytes = sections.bytes(`${name}.bytes`);
  const starts = sections.numbers(`${name}.starts`);
  const pieces: Uint8Array[] = [];
  const moved = new Uint32Array(starts.length);
  let copied = 0;
  let shift = 0;
  for (let index = 0; index < starts.length - 1; index += 1) {
    moved[index] = at(starts, index) + shift;
    const text = replaced.get(index);
    if (text === undefined) continue;
    const piece = Buffer.from(text);
    pieces.push(bytes.subarray(copied, at(starts, index)), piece);
    copied = at(starts, index + 1);
    shift += piece.length - (copied - at(starts, index));
  }
  pieces.push(bytes.subarray(copied));
  moved[starts.length - 1] = bytes.length + shift;
  return { [`${name}.bytes`]: new Uint8Array(Buffer.concat(pieces)), [`${name}.starts`]: moved };
}

/** Strings that are decoded when first asked for, and kept. */
export class StringTable {
  readonly #bytes: Buffer;
  readonly #starts: Uint32Array;
  readonly #decoded: (string | undefined)[];
  readonly length: number;

  constructor(sections: SectionReader, name: string) {
    const { buffer, byteOffset, byteLength } = sections.bytes(`${name}.bytes`);
    this.#bytes = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    this.#starts = sections.numbers(`${name}.starts`);
    this.length = this.#starts.length - 1;
    this.#decoded = new Array<string | undefined>(this.length);
  }

  get(index: number): string {
    const known = this.#decoded[index];
    if (known !== undefined) return known;
    const text = this.once(index);
    this.#decoded[index] = text;
    return text;
  }

  /** As `get`, without keeping it. */
  once(index: number): string {
    return this.#bytes.toString('utf8', at(this.#starts, index), at(this.#starts, index + 1));
  }

  /** Index of a string in a table sorted by UTF-16 code units; -1 where it is absent. */
  find(text: string): number {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const seen = this.get(middle);
      if (seen === text) return middle;
      if (seen < text) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
