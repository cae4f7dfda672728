const mark = '\uFEFF';

export type LineEnd = '\n' | '\r\n' | '';

/** How many of the sorted numbers are below `limit`. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A file's text by lines. Only `\n` ends a line; a `\r` before it belongs to its end. */
export class TextLines {
  readonly text: string;
  /** The text with `\n` for every `\r\n`, as models write it. */
  readonly unified: string;
  /** Offset of each line's start; the last is the end of the text where that ends with a line. */
  readonly #starts: number[] = [0];
  /** Offsets in `unified` of the `\n` that have a `\r` before them in `text`. */
  readonly #shortened: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      this.#starts.push(at + 1);
      if (text[at - 1] === '\r') this.#shortened.push(at - 1 - this.#shortened.length);
    }
    this.unified = this.#shortened.length > 0 ? text.replaceAll('\r\n', '\n') : text;
  }

  /** As editors count them: what follows the last line end is a line only if there is something. */
  get count(): number {
    return this.text.length === this.#starts.at(-1) ? this.#starts.length - 1 : this.#starts.length;
  }

  /** Nothing but, perhaps, a byte-order mark. */
  get isEmpty(): boolean {
    return this.text === '' || this.text === mark;
  }

  /** Offset of a line's first character, a byte-order mark included; `undefined` where there is no such line. */
  startOf(line: number): number | undefined {
    return this.#starts[line - 1];
  }

  /** Offset of the first character after a byte-order mark. */
  bodyStartOf(line: number): number {
    return line === 1 && this.text.startsWith(mark) ? 1 : (this.startOf(line) ?? this.text.length);
  }

  /** Offset after the line's end. */
  stopOf(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }

  /** The number of the line that has this offset, from 1 on. */
  lineAt(offset: number): number {
    return countBelow(this.#starts, offset + 1);
  }

  endOf(line: number): LineEnd {
    const stop = this.stopOf(line);
    if (this.text[stop - 1] !== '\n' || stop === this.startOf(line)) return '';
    return this.text[stop - 2] === '\r' ? '\r\n' : '\n';
  }

  /** The line without its end and without a byte-order mark. */
  contentOf(line: number): string {
    return this.text.slice(this.bodyStartOf(line), this.stopOf(line) - this.endOf(line).length);
  }

  /** Lines `from` to `to`, both included, as far as there are such. */
  contents(from: number, to: number): string[] {
    const lines: string[] = [];
    for (let line = Math.max(1, from); line <= Math.min(to, this.count); line += 1)
      lines.push(this.contentOf(line));
    return lines;
  }

  /** The offset in `text` of an offset in `unified`. */
  originalOf(offset: number): number {
    return offset + countBelow(this.#shortened, offset);
  }
}
