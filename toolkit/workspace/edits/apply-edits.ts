import { type Placed, placeEdit } from './place-edit.ts';
import { refusal } from './refusal.ts';
import type { TextEdit } from './schema.ts';
import { TextLines } from './text-lines.ts';

const byPlace = (a: Placed, b: Placed): number => a.from - b.from || a.to - b.to;

/**
 * `text` with all edits made, or `EDIT_REJECTED` when one does not find its text or two overlap. Every edit refers to
 * `text` as given. Line ends of the new text are those of what it replaces, but for edits of exact places.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = new TextLines(text);
  const placed = edits.map((edit) => placeEdit(lines, edit)).sort(byPlace);
  let result = '';
  let at = 0;
  for (const { edit, from, to, text: put } of placed) {
    if (from < at)
      throw refusal(
        edit,
        'it overlaps another edit of the same call',
        'make one edit of both; all refer to the text as it was before the call',
      );
    result += text.slice(at, from) + put;
    at = to;
  }
  return result + text.slice(at);
}
