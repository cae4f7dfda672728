export interface TextMatcher {
  /** 0-based indices of the lines that hold it, ascending. */
  lines(text: string): number[];
  isIn(line: string): boolean;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Where it is next, from an offset on; -1 where it is no more. */
function finder(keyword: string, isCaseSensitive: boolean): (text: string, from: number) => number {
  if (isCaseSensitive) return (text, from) => text.indexOf(keyword, from);
  // Faster than a lower-cased copy of every text; every character stands for itself.
  const pattern = new RegExp(escaped(keyword), 'gi');
  return (text, from) => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? -1;
  };
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Plain text within one line, no pattern: nothing in it has a meaning of its own. Case counts only where told. */
export function textMatcher(keyword: string, isCaseSensitive: boolean): TextMatcher {
  const find = finder(keyword, isCaseSensitive);
  return {
    isIn: (line) => find(line, 0) >= 0,
    lines(text) {
      const lines: number[] = [];
      let line = 0;
      let counted = 0;
      for (let at = find(text, 0); at >= 0; at = find(text, counted)) {
        line += newlines(text, counted, at);
        lines.push(line);
        const end = text.indexOf('\n', at);
        if (end < 0) break;
        line += 1;
        counted = end + 1;
      }
      return lines;
    },
  };
}
