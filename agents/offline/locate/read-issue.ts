import type { Issue } from '../../domain/issue.ts';
import type { Clues } from './clues.ts';
import { readFrames, readPaths } from './read-frames.ts';
import { readNames } from './read-names.ts';
import { readMessages, readWords } from './read-words.ts';
import { issueLines } from './segments.ts';

/** Reads an issue without a model. Pure, linear in its length, bounded at 200,000 characters. */
export function readIssue(issue: Issue): Clues {
  const lines = issueLines(issue.title, issue.text);
  return {
    frames: readFrames(lines),
    paths: readPaths(lines),
    names: readNames(lines),
    messages: readMessages(lines),
    words: readWords(lines),
  };
}
