const longestLine = 400;

/** The lines of a text, as Tree-sitter counts them: `\n` ends one, a `\r` before it is left out. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export const clip = (line: string): string =>
  line.length > longestLine ? `${line.slice(0, longestLine)}… (${line.length} characters)` : line;

/** Source text that may run over several lines, on one. */
export const oneLine = (text: string): string => clip(text.replace(/\s+/g, ' '));

/** `  12| text`. `mark` stands before the number of lines that matter most. */
export const numbered = (line: number, text: string, mark = ' '): string =>
  `${mark}${String(line).padStart(5)}| ${clip(text)}`;

/** Lines of a text that begins at line `start` of its file, numbered. */
export const numberedFrom = (start: number, lines: readonly string[]): string[] =>
  lines.map((text, index) => numbered(start + index, text));
