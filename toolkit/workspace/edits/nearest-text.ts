import { distanceFrom } from '../../../graph/query/edit-distance.ts';
import { numberedFrom } from '../../lookup/lines.ts';
import { occurrencesOf } from './occurrences.ts';
import type { TextLines } from './text-lines.ts';

/** Lines that are shown. */
const mostShown = 12;
/** Lines that are compared, from the top. */
const mostCompared = 100_000;
/** Longer texts are not searched without their spaces, UTF-16 code units. */
const longestDense = 4 * 2 ** 20;
/** Of the characters of the longer line, so many may differ in lines that are called similar. */
const mostDifferent = 0.5;

const space = /\s/;
const numberedLine = /^[ *]?\s*\d+\|/;

/** `1-3`, or `1`. */
export const rangeOf = (from: number, to: number): string => (from === to ? `${from}` : `${from}-${to}`);

/** Lines `from` to `to` with their numbers, each on a line of its own; of many, the first. */
export function shown(lines: TextLines, from: number, to: number): string {
  const last = Math.min(to, lines.count);
  const texts = numberedFrom(from, lines.contents(from, Math.min(last, from + mostShown - 1)));
  const left = last - from + 1 - texts.length;
  return ['', ...texts, ...(left > 0 ? [`(${left} more)`] : [])].join('\n');
}

interface Dense {
  readonly text: string;
  /** Where each character stands in the text with spaces. */
  readonly places: Uint32Array;
}

function dense(text: string): Dense {
  const places = new Uint32Array(text.length);
  const kept: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (space.test(character)) continue;
    places[kept.length] = at;
    kept.push(character);
  }
  return { text: kept.join(''), places };
}

/** The lines that have the text, but for spaces and line ends. */
function butForSpaces(lines: TextLines, wanted: string): { from: number; to: number } | undefined {
  const pattern = dense(wanted).text;
  if (pattern === '' || lines.text.length > longestDense) return undefined;
  const { text, places } = dense(lines.text);
  const { wanted: start } = occurrencesOf(text, pattern);
  if (start === undefined) return undefined;
  const lineOf = (index: number): number => lines.lineAt(places[index] ?? 0);
  return { from: lineOf(start), to: lineOf(start + pattern.length - 1) };
}

/** The line that is most like the longest of the wanted lines, and where the wanted text would begin. */
function mostSimilar(lines: TextLines, wanted: readonly string[]): number | undefined {
  const trimmed = wanted.map((line) => line.trim());
  const longest = trimmed.reduce((best, line) => (line.length > best.length ? line : best), '');
  const distance = distanceFrom(longest);
  let best: { line: number; share: number } | undefined;
  for (let line = 1; line <= Math.min(lines.count, mostCompared); line += 1) {
    const text = lines.contentOf(line).trim();
    if (text === '') continue;
    const share = distance(text) / Math.max(1, Math.min(256, Math.max(text.length, longest.length)));
    if (share <= mostDifferent && (!best || share < best.share)) best = { line, share };
  }
  return best && Math.max(1, best.line - trimmed.indexOf(longest));
}

/** What a text that is not there may have been meant to be, for one who wants to mend an edit. */
export function nearestText(lines: TextLines, wanted: string): string {
  const parts = wanted.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  if (parts.every((line) => numberedLine.test(line)))
    return 'old carries the line numbers of a listing; leave them out';
  const spaced = butForSpaces(lines, wanted);
  if (spaced) {
    const { from, to } = spaced;
    return `it is there but for spaces, indentation or line breaks, at line ${rangeOf(from, to)}:${shown(lines, from, to)}`;
  }
  const similar = mostSimilar(lines, parts);
  if (similar === undefined) return `no line of its ${lines.count} is like it`;
  const to = Math.min(lines.count, similar + parts.length - 1);
  return `most like it is line ${rangeOf(similar, to)}:${shown(lines, similar, to)}`;
}
