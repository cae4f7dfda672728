import { MendError } from '../../../graph/kernel/errors.ts';
import type { FileState } from '../file-state.ts';
import type { Files } from '../files.ts';
import { decodeText } from '../text-file.ts';
import { applyEdits } from './apply-edits.ts';
import { refusal } from './refusal.ts';
import type { CreateEdit, DeleteEdit, Edit, TextEdit } from './schema.ts';

/** Larger files are data, not text, bytes. */
const largestEdited = 16 * 2 ** 20;

const isText = (edit: Edit): edit is TextEdit => edit.kind !== 'create' && edit.kind !== 'delete';

async function byPlace(files: Files, edits: readonly Edit[]): Promise<Map<string, Edit[]>> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) {
    const place = await files.locate(edit.path);
    groups.set(place, [...(groups.get(place) ?? []), edit]);
  }
  return groups;
}

async function created(files: Files, place: string, edit: CreateEdit): Promise<FileState> {
  if (await files.find(place))
    throw refusal(
      edit,
      'a file is there',
      'edit it with kind "replace"; or delete it first, in another call',
    );
  const { encode } = decodeText(Buffer.from(edit.text));
  return { bytes: encode(edit.text), mode: edit.executable ? 'executable' : 'plain' };
}

async function deleted(files: Files, place: string, edit: DeleteEdit): Promise<null> {
  if (await files.isLink(edit.path))
    throw refusal(edit, `it is a link to ${place}`, 'name the file itself; links stay as they are');
  if (!(await files.find(place))) throw refusal(edit, 'there is no such file');
  return null;
}

/** A file that is there. Throws `NOT_FOUND`. */
export async function existing(files: Files, place: string): Promise<FileState> {
  const found = await files.find(place);
  if (found) return found;
  throw new MendError('NOT_FOUND', `no file ${place}`, {
    hint: 'check the path; a new file is made by an edit of kind "create"',
  });
}

/** Where the encoding is not known, what a character beyond ASCII would become is not either. */
function checkCharacters(edits: readonly TextEdit[]): void {
  for (const edit of edits)
    for (const character of edit.new)
      if (character > '\x7f' && !edit.old.includes(character))
        throw refusal(
          edit,
          `the encoding of the file is not known, so "${character}" can't be written to it`,
          'write it with an escape sequence',
        );
}

async function changed(files: Files, place: string, edits: readonly TextEdit[]): Promise<FileState> {
  const before = await existing(files, place);
  if (before.bytes.length > largestEdited)
    throw new MendError('EDIT_REJECTED', `${place} is larger than ${largestEdited / 2 ** 20} MiB`, {
      hint: 'it is data; only text is edited',
    });
  const { text, isCertain, encode } = decodeText(before.bytes);
  if (!isCertain) checkCharacters(edits);
  return { ...before, bytes: encode(applyEdits(text, edits)) };
}

function stateOf(files: Files, place: string, edits: readonly Edit[]): Promise<FileState | null> {
  const other = edits.find((edit) => !isText(edit));
  if (!other) return changed(files, place, edits.filter(isText));
  if (edits.length > 1)
    throw refusal(
      other,
      'another edit of the same call concerns this file',
      'create or delete a file by one edit alone; all refer to the files as they were before the call',
    );
  return other.kind === 'create' ? created(files, place, other) : deleted(files, place, other as DeleteEdit);
}

/** A file can't be made below another that is made. */
function checkPlaces(created: ReadonlyMap<string, Edit[]>): void {
  const places = [...created.keys()].sort();
  for (const [place, [edit]] of created)
    if (edit?.kind === 'create' && places.some((other) => other.startsWith(`${place}/`)))
      throw refusal(edit, 'another edit of the same call puts a file below it', 'a file is no folder');
}

/**
 * What the files are to be after all edits, which refer to them as they are.
 * @throws MendError `EDIT_REJECTED`, `NOT_FOUND`, `PATH_OUTSIDE` for the first that can't be made
 */
export async function planEdits(
  files: Files,
  edits: readonly Edit[],
): Promise<Map<string, FileState | null>> {
  const groups = await byPlace(files, edits);
  checkPlaces(groups);
  const changes = new Map<string, FileState | null>();
  for (const [place, own] of groups) changes.set(place, await stateOf(files, place, own));
  return changes;
}
