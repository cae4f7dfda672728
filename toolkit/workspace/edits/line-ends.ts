import type { LineEnd, TextLines } from './text-lines.ts';

/** Line ends of the text from `from` to `to`, in order. */
function endsBetween(lines: TextLines, from: number, to: number): LineEnd[] {
  const ends: LineEnd[] = [];
  for (let line = lines.lineAt(from); lines.stopOf(line) <= to; line += 1) {
    const end = lines.endOf(line);
    if (end === '') break;
    ends.push(end);
  }
  return ends;
}

/** The end that a line has or, in a last line without one, the line before it. */
const endNear = (lines: TextLines, offset: number): LineEnd => {
  const line = lines.lineAt(offset);
  return lines.endOf(line) || (line > 1 && lines.endOf(line - 1)) || '\n';
};

function commonStart(was: readonly string[], now: readonly string[]): number {
  const most = Math.min(was.length, now.length);
  let count = 0;
  while (count < most && was[count] === now[count]) count += 1;
  return count;
}

function commonEnd(was: readonly string[], now: readonly string[], most: number): number {
  let count = 0;
  while (count < most && was[was.length - 1 - count] === now[now.length - 1 - count]) count += 1;
  return count;
}

/**
 * A new text, with `\n` or `\r\n`, with the line ends of what it replaces: lines that stay keep theirs, others have
 * that of the line in whose place they stand.
 */
export function withLineEnds(lines: TextLines, from: number, to: number, given: string): string {
  const text = given.replaceAll('\r\n', '\n');
  const ends = endsBetween(lines, from, to);
  const near = endNear(lines, from);
  if (near === '\n' && ends.every((end) => end === '\n')) return text;
  const was = lines.text.slice(from, to).replaceAll('\r\n', '\n').split('\n');
  const now = text.split('\n');
  const start = commonStart(was, now);
  const stop = now.length - commonEnd(was, now, Math.min(was.length, now.length) - start);
  return now
    .map((line, index) => {
      if (index === now.length - 1) return line;
      const own = index + 1 >= stop && index >= start ? index - now.length + was.length : index;
      return line + (ends[own] ?? ends.at(-1) ?? near);
    })
    .join('');
}
