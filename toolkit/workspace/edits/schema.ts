import { z } from 'zod';
import { MendError } from '../../../graph/kernel/errors.ts';

/** As much as tools read of a file, UTF-16 code units. */
const longestText = 4 * 2 ** 20;
const longestPath = 1_024;
/** What file systems take, bytes. */
const longestName = 255;
const mostEdits = 1_000;
/** Of what is wrong with edits, as much is told at once. */
const mostTold = 3;

const unified = (text: string): string => text.replaceAll('\r\n', '\n');
const withoutLastBreak = (text: string): string => unified(text).replace(/\n$/, '');

const isNameable = (path: string): boolean =>
  !/[\\/]$/.test(path) && path.split('/').every((name) => Buffer.byteLength(name) <= longestName);

const path = z
  .string()
  .min(1, 'name a file')
  .max(longestPath, `a path has at most ${longestPath} characters`)
  .refine(isNameable, `name a file, not a folder; each part has at most ${longestName} bytes`)
  .describe('Path of a file from the root of the repository.');

const text = z
  .string()
  .max(longestText, `a text has at most ${longestText} characters; make several smaller edits`);

const line = z.int('a line is a whole number from 1 on').min(1, 'lines are counted from 1');

/** What was there, and nothing else, changes nothing. */
const changesNothing = 'old and new are the same; leave the edit out, or say what is to change';

const replaceEdit = z
  .strictObject({
    kind: z.literal('replace'),
    path,
    old: text
      .min(1, 'old is empty; give the text to replace, or make a new file with kind "create"')
      .describe('Exact text to replace, without line numbers. It occurs once, or occurrence says which.'),
    new: text.describe('What takes its place; empty to remove it.'),
    occurrence: z
      .int('occurrence is a whole number from 1 on')
      .min(1, 'occurrences are counted from 1')
      .optional()
      .describe('Which one, counted from 1 at the top of the file, where old occurs several times.'),
  })
  .refine((edit) => unified(edit.old) !== unified(edit.new), changesNothing);

const linesEdit = z
  .strictObject({
    kind: z.literal('lines'),
    path,
    from: line.describe('First line, counted from 1.'),
    to: line.describe('Last line, inclusive.'),
    old: text.describe('The present text of these lines; checked.'),
    new: text.describe('The lines that take their place, as many as there are to be; empty to remove them.'),
  })
  .refine(({ from, to }) => from <= to, 'from is the first line and to the last one, so from <= to')
  .refine(
    (edit) => edit.new === '' || withoutLastBreak(edit.old) !== withoutLastBreak(edit.new),
    changesNothing,
  );

const createEdit = z.strictObject({
  kind: z.literal('create'),
  path,
  text: text.describe('All of the new file; its folders are made.'),
  executable: z.boolean().optional(),
});

const deleteEdit = z.strictObject({ kind: z.literal('delete'), path });

/** Text at a place that is known to the character. `kind` is left out in what runs have recorded. */
const placedEdit = z.strictObject({
  kind: z.literal('at').optional(),
  path,
  startLine: line,
  /** 0-based offset of `old` in its first line, UTF-16 code units. */
  startColumn: z.int('startColumn is a whole number').min(0, 'columns are counted from 0'),
  old: text,
  new: text,
});

/** The edits that a model is asked for. */
export const proposedEditSchema = z.discriminatedUnion(
  'kind',
  [replaceEdit, linesEdit, createEdit, deleteEdit],
  'kind is "replace", "lines", "create" or "delete"',
);

const editsSchema = z
  .array(
    z.discriminatedUnion(
      'kind',
      [replaceEdit, linesEdit, createEdit, deleteEdit, placedEdit],
      'kind is "replace", "lines", "create" or "delete"',
    ),
  )
  .max(mostEdits, `at most ${mostEdits} edits at once`);

export type ReplaceEdit = z.infer<typeof replaceEdit>;
export type LinesEdit = z.infer<typeof linesEdit>;
export type CreateEdit = z.infer<typeof createEdit>;
export type DeleteEdit = z.infer<typeof deleteEdit>;
export type PlacedEdit = z.infer<typeof placedEdit>;
/** Edits of a file that stays. */
export type TextEdit = ReplaceEdit | LinesEdit | PlacedEdit;
export type Edit = TextEdit | CreateEdit | DeleteEdit;

/** The edits as they were given, if they are some. Throws `EDIT_REJECTED`, saying which is wrong and how. */
export function checkEdits(given: readonly Edit[]): readonly Edit[] {
  const { success, error } = editsSchema.safeParse(given);
  if (success) return given;
  const told = error.issues.slice(0, mostTold).map(({ path: [index, ...rest], message }) => {
    const where = typeof index === 'number' ? [`edit ${index + 1}`, ...rest.map(String)] : [];
    return [...where, message].join(': ');
  });
  throw new MendError('EDIT_REJECTED', `the edits are refused, all of them: ${told.join('; ')}`, {
    hint: 'mend what is named and give all edits again',
  });
}
