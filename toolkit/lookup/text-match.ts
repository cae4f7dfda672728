export interface TextMatcher {
  /** Whether the whole text may hold it; a cheap first look. */
  mayHold(text: string): boolean;
  /** 0-based indices of the lines that hold it. */
  lines(text: readonly string[]): number[];
  isIn(line: string): boolean;
}

/** Plain text, no pattern: nothing in it has a meaning of its own. Case counts only where told. */
export function textMatcher(keyword: string, isCaseSensitive: boolean): TextMatcher {
  const fold = (text: string) => (isCaseSensitive ? text : text.toLowerCase());
  const wanted = fold(keyword);
  const isIn = (line: string) => fold(line).includes(wanted);
  return {
    mayHold: isIn,
    isIn,
    lines: (text) => text.flatMap((line, index) => (isIn(line) ? [index] : [])),
  };
}
