import { withLineEnds } from './line-ends.ts';
import { nearestText, rangeOf, shown } from './nearest-text.ts';
import { type Occurrences, occurrencesOf } from './occurrences.ts';
import { refusal } from './refusal.ts';
import type { LinesEdit, PlacedEdit, ReplaceEdit, TextEdit } from './schema.ts';
import type { TextLines } from './text-lines.ts';

/** What an edit puts in the place of which characters. */
export interface Placed {
  readonly edit: TextEdit;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const linesOf = (lines: TextLines, { count, first }: Occurrences): string => {
  const numbers = first.map((offset) => lines.lineAt(lines.originalOf(offset)));
  const more = count > first.length ? `, and ${count - first.length} more` : '';
  return `at line ${numbers.join(', ')}${more}`;
};

function findOne(lines: TextLines, edit: ReplaceEdit, pattern: string): number {
  const found = occurrencesOf(lines.unified, pattern, edit.occurrence);
  const { count, wanted } = found;
  if (count === 0) throw refusal(edit, `the text to replace is not there; ${nearestText(lines, edit.old)}`);
  const where = `the text to replace occurs ${times(count)}, ${linesOf(lines, found)}`;
  if (wanted === undefined)
    throw refusal(edit, where, `occurrence ${edit.occurrence} is not there; count from 1 at the top`);
  if (count > 1 && edit.occurrence === undefined)
    throw refusal(edit, where, 'give more of the lines around it, or say which with occurrence, from 1 on');
  return wanted;
}

function placeReplacement(lines: TextLines, edit: ReplaceEdit): Placed {
  const pattern = edit.old.replaceAll('\r\n', '\n');
  const found = findOne(lines, edit, pattern);
  const from = lines.originalOf(found);
  const to = lines.originalOf(found + pattern.length);
  return { edit, from, to, text: withLineEnds(lines, from, to, edit.new) };
}

const unifiedLines = (text: string): string[] => text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');

/** Where the text that was expected really is, if that is certain. */
function elsewhere(lines: TextLines, old: string): string {
  const pattern = unifiedLines(old).join('\n');
  const { count, wanted } = pattern === '' ? { count: 0 } : occurrencesOf(lines.unified, pattern);
  if (count !== 1 || wanted === undefined) return '';
  const from = lines.lineAt(lines.originalOf(wanted));
  return `\nthe text given as old is at line ${rangeOf(from, from + unifiedLines(old).length - 1)}`;
}

function placeLines(lines: TextLines, edit: LinesEdit): Placed {
  const { from, to, old } = edit;
  if (lines.isEmpty && from === 1 && to === 1 && old === '')
    return { edit, from: lines.text.length, to: lines.text.length, text: edit.new };
  if (to > lines.count) throw refusal(edit, `the file has ${lines.count} lines${elsewhere(lines, old)}`);
  const expected = unifiedLines(old);
  const present = lines.contents(from, to);
  if (expected.length !== present.length || expected.some((line, index) => line !== present[index]))
    throw refusal(edit, `these lines hold something else:${shown(lines, from, to)}${elsewhere(lines, old)}`);
  const start = lines.bodyStartOf(from);
  const stop = lines.stopOf(to);
  const lastEnd = lines.endOf(to) === '' ? '' : '\n';
  const text = edit.new === '' ? '' : unifiedLines(edit.new).join('\n') + lastEnd;
  return { edit, from: start, to: stop, text: withLineEnds(lines, start, stop, text) };
}

function placeExact(lines: TextLines, edit: PlacedEdit): Placed {
  const start = lines.startOf(edit.startLine);
  if (start === undefined) throw refusal(edit, `the file has ${lines.count} lines`);
  const from = start + edit.startColumn;
  if (!lines.text.startsWith(edit.old, from)) throw refusal(edit, 'the text to replace is not there');
  return { edit, from, to: from + edit.old.length, text: edit.new };
}

/** Finds what an edit is to replace. Throws `EDIT_REJECTED`, with what is there instead. */
export function placeEdit(lines: TextLines, edit: TextEdit): Placed {
  if (edit.kind === 'replace') return placeReplacement(lines, edit);
  return edit.kind === 'lines' ? placeLines(lines, edit) : placeExact(lines, edit);
}
