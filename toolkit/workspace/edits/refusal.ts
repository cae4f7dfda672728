import { MendError } from '../../../graph/kernel/errors.ts';
import type { Edit } from './schema.ts';

const longestExcerpt = 40;

function excerpt(text: string): string {
  const first = text.trim().split('\n')[0] ?? '';
  const cut = first.slice(0, longestExcerpt);
  return cut === text.trim() ? cut : `${cut}…`;
}

/** `pkg/a.py`, with as much as tells which of several edits of it is meant. */
function placeOf(edit: Edit): string {
  if (edit.kind === 'lines') return `${edit.path}:${edit.from}-${edit.to}`;
  if (edit.kind === 'replace') return `${edit.path} ("${excerpt(edit.old)}")`;
  return 'startLine' in edit ? `${edit.path}:${edit.startLine}` : edit.path;
}

const hintOf = (edit: Edit): string =>
  edit.kind === 'create' || edit.kind === 'delete'
    ? 'look at what is there with explore_directory'
    : 'no file was changed; repeat the edit on the present text';

/** An edit that can't be made: which, why, and what to do. */
export const refusal = (edit: Edit, why: string, hint = hintOf(edit)): MendError =>
  new MendError('EDIT_REJECTED', `edit of ${placeOf(edit)} refused: ${why}`, { hint });
