import type { TestResult } from '../../../toolkit/testing/types.ts';
import type { Issue } from '../../domain/issue.ts';
import type { Clues } from './clues.ts';
import { readFrames, readPaths } from './read-frames.ts';
import { readNames } from './read-names.ts';
import { readMessages, readWords } from './read-words.ts';
import { type IssueLine, issueLines } from './segments.ts';

const mostTests = 5;

/** What failing tests say: their names are prose of whoever wrote them, their messages end a traceback. */
function testLines(failing: readonly TestResult[]): IssueLine[] {
  return failing
    .slice(0, mostTests)
    .flatMap(({ id, message }): IssueLine[] => [
      { text: id.slice(0, 500).replace(/[^A-Za-z0-9]+/g, ' '), kind: 'prose' },
      ...(message ?? '').split('\n', 20).map((text): IssueLine => ({ text, kind: 'traceback' })),
    ]);
}

/**
 * Reads an issue without a model, and what the failing tests add to it. Pure, linear in the length of the text,
 * bounded at 200,000 characters. Frames and paths are the issue's own: those of the tests are known exactly.
 */
export function readIssue(issue: Issue, failing: readonly TestResult[] = []): Clues {
  const lines = issueLines(issue.title, issue.text);
  const all = [...lines, ...testLines(failing)];
  return {
    frames: readFrames(lines),
    paths: readPaths(lines),
    names: readNames(all),
    messages: readMessages(all),
    words: readWords(all),
  };
}
