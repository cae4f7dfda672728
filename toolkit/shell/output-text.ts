import type { ToolEntry } from '../render.ts';
import { tokensOf } from '../tokens.ts';

/** For both streams together, so that the whole fits what tools answer by default. */
const mostTokens = 1600;
const longestLine = 400;

/** Escape sequences (ECMA-48, 5.4) and control characters, which a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]/g;

function linesOf(text: string): readonly string[] {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  const short = lines.map((line) => {
    const plain = line.replace(controls, '');
    return plain.length > longestLine ? `${plain.slice(0, longestLine)} …` : plain;
  });
  return folded(short);
}

/** Lines printed over and over, once with their number. */
function folded(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    let end = at + 1;
    while (end < lines.length && lines[end] === line) end += 1;
    const times = end - at;
    kept.push(...(times > 3 ? [line, `[… the same line ${times - 1} more times …]`] : lines.slice(at, end)));
    at = end;
  }
  return kept;
}

function fitting(lines: readonly string[], tokens: number): readonly string[] {
  let left = tokens;
  const end = lines.findIndex((line) => {
    left -= tokensOf(line) + 1;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** The beginning and, three times as long, the end: that is where programs say what went wrong. */
function condensed(lines: readonly string[], tokens: number): readonly string[] {
  if (fitting(lines, tokens).length === lines.length) return lines;
  const head = fitting(lines, tokens / 4);
  const tail = fitting(lines.slice(head.length).reverse(), (tokens * 3) / 4).toReversed();
  return [...head, `[… ${lines.length - head.length - tail.length} lines left out …]`, ...tail];
}

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command printed, line by line, cut to size. What one stream does not need the other may use. */
export function outputEntries({ stdout, stderr }: Printed): readonly ToolEntry[] {
  const streams = [
    { heading: 'stdout:', lines: stdout.trim() === '' ? [] : linesOf(stdout) },
    { heading: 'stderr:', lines: stderr.trim() === '' ? [] : linesOf(stderr) },
  ];
  const sizes = streams.map(({ lines }) => lines.reduce((sum, line) => sum + tokensOf(line) + 1, 0));
  return streams.flatMap(({ heading, lines }, index) => {
    const other = Math.min(sizes[1 - index] ?? 0, mostTokens / 2);
    return condensed(lines, mostTokens - other).map((text) => ({ heading, text }));
  });
}
