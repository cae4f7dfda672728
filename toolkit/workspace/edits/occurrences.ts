/** As many places are remembered. */
const mostFirst = 10;

export interface Occurrences {
  readonly count: number;
  /** Where the first ten begin. */
  readonly first: readonly number[];
  /** Where the one begins that was asked for, if there are so many. */
  readonly wanted: number | undefined;
}

/**
 * Gives of each next character of a text how much of the pattern's beginning ends there. Knuth, Morris and Pratt
 * (1977): the time is that of reading both once, whatever they hold.
 */
function matcherOf(pattern: string): (code: number) => number {
  /** Of each beginning, the length of the longest shorter one that also ends it. */
  const borders = new Int32Array(pattern.length);
  const extended = (from: number, code: number): number => {
    let length = from;
    while (length > 0 && code !== pattern.charCodeAt(length)) length = borders[length - 1] ?? 0;
    return code === pattern.charCodeAt(length) ? length + 1 : length;
  };
  for (let at = 1; at < pattern.length; at += 1)
    borders[at] = extended(borders[at - 1] ?? 0, pattern.charCodeAt(at));
  let length = 0;
  return (code) => {
    length = extended(length === pattern.length ? (borders[length - 1] ?? 0) : length, code);
    return length;
  };
}

/** Where `pattern`, not empty, occurs in `text`; occurrences may overlap. `which` is counted from 1. */
export function occurrencesOf(text: string, pattern: string, which = 1): Occurrences {
  const matchedBy = matcherOf(pattern);
  const first: number[] = [];
  let count = 0;
  let wanted: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    if (matchedBy(text.charCodeAt(at)) < pattern.length) continue;
    const start = at + 1 - pattern.length;
    count += 1;
    if (count <= mostFirst) first.push(start);
    if (count === which) wanted = start;
  }
  return { count, first, wanted };
}
