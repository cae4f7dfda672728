import { MendError } from '../../graph/kernel/errors.ts';
import type { Edit } from './port.ts';

const reject = (edit: Edit, why: string): MendError =>
  new MendError('EDIT_REJECTED', `edit of ${edit.path}:${edit.startLine} refused: ${why}`, {
    hint: 'read the file again and repeat the edit on its present text',
  });

/** Offset of each line's start. Only `\n` ends a line; a `\r` before it belongs to the line. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/**
 * `text` with all edits made, or `EDIT_REJECTED` when one does not find its text or two overlap.
 * Offsets of every edit refer to `text` as given.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const starts = lineStarts(text);
  const placed = edits
    .map((edit) => {
      const start = starts[edit.startLine - 1];
      if (start === undefined) throw reject(edit, `the file has ${starts.length} lines`);
      const from = start + edit.startColumn;
      if (!text.startsWith(edit.old, from)) throw reject(edit, 'the text to replace is not there');
      return { edit, from, to: from + edit.old.length };
    })
    .sort((a, b) => a.from - b.from || a.to - b.to);
  let result = '';
  let at = 0;
  for (const { edit, from, to } of placed) {
    if (from < at) throw reject(edit, 'it overlaps another edit');
    result += text.slice(at, from) + edit.new;
    at = to;
  }
  return result + text.slice(at);
}
