import type { CheckoutView, ListedFile } from '../tool-context.ts';
import { eachText } from './each-text.ts';
import { linesOf } from './lines.ts';
import { type PatternWorker, startPattern } from './pattern-worker.ts';
import { textMatcher } from './text-match.ts';

export interface Wanted {
  readonly keyword: string;
  readonly isPattern: boolean;
  readonly isCaseSensitive: boolean;
}

export interface MatchingFile {
  readonly path: string;
  /** 0-based indices of the lines that match, ascending. */
  readonly matches: readonly number[];
}

export interface SearchOutcome {
  /** In order of the files. */
  readonly files: readonly MatchingFile[];
  /** Files looked at before the time was up; all, where it was not. */
  readonly searched: number;
}

/** Why a text that runs over several lines is not searched for, and what to do. */
export const overLines =
  'The keyword runs over several lines, and a search is within one: give the most telling of its lines, without the line break.';
export const isOverLines = (keyword: string): boolean => /[\r\n]/.test(keyword);

/** For the pattern itself, all files together; a plain text needs no limit. */
const patternMs = 4000;
const batchCharacters = 1_000_000;

/** All but those that are known not to hold the text. */
export function filesThatMayHold(
  view: CheckoutView,
  files: readonly ListedFile[],
  text: string,
): readonly ListedFile[] {
  const mayHold = view.mayHold?.(text);
  return mayHold ? files.filter(({ path }) => mayHold(path)) : files;
}

async function searchText(
  view: CheckoutView,
  scope: readonly ListedFile[],
  wanted: Wanted,
): Promise<SearchOutcome> {
  const matcher = textMatcher(wanted.keyword, wanted.isCaseSensitive);
  const files: MatchingFile[] = [];
  for await (const [path, text] of eachText(view, filesThatMayHold(view, scope, wanted.keyword))) {
    const matches = text === undefined ? [] : matcher.lines(text);
    if (matches.length > 0) files.push({ path, matches });
  }
  return { files, searched: scope.length };
}

interface Batch {
  readonly texts: { readonly path: string; readonly lines: readonly string[] }[];
  characters: number;
}

async function matchBatch(worker: PatternWorker, { texts }: Batch): Promise<MatchingFile[] | undefined> {
  const matches = await worker.match(texts.map(({ lines }) => lines));
  return matches
    ?.map((own, index) => ({ path: texts[index]?.path ?? '', matches: own }))
    .filter((file) => file.matches.length > 0);
}

async function searchPattern(
  view: CheckoutView,
  scope: readonly ListedFile[],
  wanted: Wanted,
): Promise<SearchOutcome> {
  const worker = startPattern(wanted.keyword, wanted.isCaseSensitive, patternMs);
  const files: MatchingFile[] = [];
  let batch: Batch = { texts: [], characters: 0 };
  let searched = 0;
  let seen = 0;
  try {
    for await (const [path, text] of eachText(view, scope)) {
      seen += 1;
      batch.texts.push({ path, lines: linesOf(text ?? '') });
      batch.characters += text?.length ?? 0;
      if (batch.characters < batchCharacters && seen < scope.length) continue;
      const found = await matchBatch(worker, batch);
      if (!found) break;
      files.push(...found);
      searched = seen;
      batch = { texts: [], characters: 0 };
    }
    return { files, searched };
  } finally {
    await worker.close();
  }
}

/** Lines of files that hold a text, or match a pattern; a pattern has a time limit. */
export const searchFiles = (
  view: CheckoutView,
  scope: readonly ListedFile[],
  wanted: Wanted,
): Promise<SearchOutcome> => (wanted.isPattern ? searchPattern : searchText)(view, scope, wanted);
