const stringOrHash = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|#/g;

/** The line without a trailing `# comment`; a `#` inside a string of that line stays. */
export function withoutComment(line: string): string {
  for (const match of line.matchAll(stringOrHash)) if (match[0] === '#') return line.slice(0, match.index);
  return line;
}

/** What a patch changes. */
export interface PatchSize {
  /** Lines added and removed, not counting comments and blank ones. */
  readonly lines: number;
  readonly characters: number;
}

interface ChangedLine {
  readonly file: string;
  readonly text: string;
  readonly sign: string;
}

/** Added and removed lines of one file's part of a git diff. What stands before its first hunk is header. */
function changedInFile(part: string): ChangedLine[] {
  const lines = part.split('\n');
  const firstHunk = lines.findIndex((line) => line.startsWith('@@'));
  if (firstHunk < 0) return [];
  const header = lines.slice(0, firstHunk).find((line) => line.startsWith('+++ '));
  return lines
    .slice(firstHunk)
    .filter((line) => line[0] === '+' || line[0] === '-')
    .map((line) => ({
      file: header?.slice(4) ?? '',
      sign: line.slice(0, 1),
      text: withoutComment(line.slice(1)).trim(),
    }))
    .filter(({ text }) => text !== '');
}

const changedLines = (patch: string): ChangedLine[] => patch.split(/^diff --git /m).flatMap(changedInFile);

/**
 * Two patches with the same result make the same change: comments and all whitespace are ignored, files and
 * the order of changes are not. Indentation is whitespace too: what a change means by it is told by the
 * lines beside it.
 */
export const normalisePatch = (patch: string): string =>
  changedLines(patch)
    .map(({ file, sign, text }) => `${file} ${sign}${text.replace(/\s+/g, '')}`)
    .join('\n');

/** How much a git diff changes. */
export function patchSize(patch: string): PatchSize {
  const changed = changedLines(patch);
  return {
    lines: changed.length,
    characters: changed.reduce((sum, { text }) => sum + text.length, 0),
  };
}
