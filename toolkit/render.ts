import { tokensOf } from './tokens.ts';

/** A result as text, before it is cut to size. */
export interface ToolText {
  /** What was found, in a sentence or two. */
  readonly lead: string;
  /** In order; none is ever split unless it alone is longer than the whole. */
  readonly entries: readonly ToolEntry[];
  /** Entries before the first one here, and in all. */
  readonly offset: number;
  readonly total: number;
  /** What the entries are, in the plural. */
  readonly unit: string;
  /** How to get the entries from that offset on, for a caller who has seen those before it. */
  readonly next?: (offset: number) => string;
  /** Said after the entries, whatever their number. */
  readonly tail?: string;
}

export interface ToolEntry {
  /** Printed once above all entries in a row that have it. */
  readonly heading?: string;
  readonly text: string;
  /** Where the whole of it is to be had, should it be cut. */
  readonly whole?: string;
}

/** A result's text is no longer, unless told otherwise. */
export const defaultTokens = 2000;
/** Below it there is no room for a first entry and for how to go on. */
export const leastTokens = 200;
/** Kept free for the line that says what was cut. */
const footerTokens = 60;

/** As many whole lines as fit; of a single line that does not, what fits. */
function cut(text: string, tokens: number, whole?: string): string {
  const note = whole === undefined ? '… cut here' : `… cut here; for the rest: ${whole}`;
  let left = tokens - tokensOf(note) - 1;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    left -= tokensOf(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  // No tokenizer makes more tokens than characters of plain text.
  if (lines.length === 0) lines.push(text.slice(0, Math.max(0, Math.floor(tokens / 2))));
  return [...lines, note].join('\n');
}

const cutTo = (text: string, tokens: number): string => (tokensOf(text) > tokens ? cut(text, tokens) : text);

interface Packed {
  readonly lines: readonly string[];
  readonly shown: number;
}

function pack(entries: readonly ToolEntry[], room: number): Packed {
  const lines: string[] = [];
  let left = room;
  let shown = 0;
  let heading: string | undefined;
  for (const entry of entries) {
    const head = entry.heading !== undefined && entry.heading !== heading ? [entry.heading] : [];
    const text = [...head, entry.text].join('\n');
    const tokens = tokensOf(text) + 1;
    if (tokens > left) {
      if (shown > 0) break;
      lines.push(cut(text, left, entry.whole));
      return { lines, shown: 1 };
    }
    lines.push(text);
    left -= tokens;
    shown += 1;
    heading = entry.heading;
  }
  return { lines, shown };
}

function footer({ offset, total, unit, next }: ToolText, shown: number): string[] {
  const end = offset + shown;
  if (shown === 0 && offset > 0) return [`There are ${total} ${unit}; none from offset ${offset} on.`];
  if (end >= total && offset === 0) return [];
  const range = `Shown: ${offset + 1} to ${end} of ${total} ${unit}.`;
  if (end >= total) return [range];
  return [`${range} For more: ${next ? next(end) : `offset=${end}`}.`];
}

/**
 * Text of at most `tokens` (by `tokensOf`; at least `leastTokens`), cut between entries; says how many there are and
 * how to get the next ones.
 */
export function render(text: ToolText, tokens = defaultTokens): string {
  const all = Math.max(leastTokens, tokens);
  const tail = text.tail === undefined ? [] : [cutTo(text.tail, all / 4)];
  const lead = cutTo(text.lead, all / 2);
  const room = all - tokensOf(lead) - tokensOf(tail.join('')) - footerTokens;
  const { lines, shown } = pack(text.entries, room);
  return [lead, ...lines, ...footer(text, shown), ...tail].join('\n');
}
