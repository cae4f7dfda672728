import type { PlacedEdit } from '../../../toolkit/workspace/edits/schema.ts';

/** Replaces `source.slice(start, end)`; an insertion when both are equal. UTF-16 offsets. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The source with the changes made; they must not overlap. */
export function applyChanges(source: string, changes: readonly Change[]): string {
  let text = source;
  for (const { start, end, text: put } of [...changes].sort((a, b) => b.start - a.start))
    text = text.slice(0, start) + put + text.slice(end);
  return text;
}

/** An insertion is told by text that is there: the rest of its line, or the character before it. */
function anchored(source: string, change: Change): Change {
  if (change.end > change.start) return change;
  const stop = source.indexOf('\n', change.start);
  const lineEnd = stop < 0 ? source.length : stop;
  if (lineEnd > change.start)
    return { ...change, end: lineEnd, text: change.text + source.slice(change.start, lineEnd) };
  const start = Math.max(0, change.start - 1);
  return { start, end: change.end, text: source.slice(start, change.start) + change.text };
}

/** Changes of one file as exact edits, in order of place. */
export function toEdits(path: string, source: string, changes: readonly Change[]): PlacedEdit[] {
  return [...changes]
    .sort((a, b) => a.start - b.start)
    .map((change) => {
      const { start, end, text } = anchored(source, change);
      const before = source.slice(0, start);
      const lineStart = before.lastIndexOf('\n') + 1;
      return {
        path,
        startLine: before.split('\n').length,
        startColumn: start - lineStart,
        old: source.slice(start, end),
        new: text,
      };
    });
}
