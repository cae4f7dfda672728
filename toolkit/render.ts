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
}

/** About 2,000 tokens. */
export const defaultCharacters = 8000;
/** Kept free for the line that says what was cut. */
const footerCharacters = 240;
const cutNote = '\n… cut here';

function cut(text: string, characters: number): string {
  const head = text.slice(0, Math.max(0, characters - cutNote.length));
  const end = head.lastIndexOf('\n');
  return `${end > 0 ? head.slice(0, end) : head}${cutNote}`;
}

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
    if (text.length + 1 > left) {
      if (shown > 0) break;
      lines.push(cut(text, left));
      return { lines, shown: 1 };
    }
    lines.push(text);
    left -= text.length + 1;
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

/** Text of at most `characters`, cut between entries; says how many there are and how to get the next ones. */
export function render(text: ToolText, characters = defaultCharacters): string {
  const tail = text.tail === undefined ? [] : [cutTo(text.tail, characters / 4)];
  const lead = cutTo(text.lead, characters / 2);
  const room = characters - lead.length - tail.join('').length - footerCharacters;
  const { lines, shown } = pack(text.entries, room);
  return [lead, ...lines, ...footer(text, shown), ...tail].join('\n');
}

const cutTo = (text: string, characters: number): string =>
  text.length > characters ? cut(text, characters) : text;
