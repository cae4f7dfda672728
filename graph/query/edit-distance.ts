/** Longer names are compared by their first characters only, which bounds the work. */
const longest = 256;
const wordBits = 32;

/** One bit for each place in `pattern` where a character stands. */
function places(pattern: string): (code: number) => number {
  const masks = new Map<number, number>();
  for (let index = 0; index < pattern.length; index += 1) {
    const code = pattern.charCodeAt(index);
    masks.set(code, (masks.get(code) ?? 0) | (1 << index));
  }
  const ascii = Int32Array.from({ length: 128 }, (_, code) => masks.get(code) ?? 0);
  return (code) => (code < 128 ? (ascii[code] ?? 0) : (masks.get(code) ?? 0));
}

/** Myers, A Fast Bit-Vector Algorithm for Approximate String Matching (1999), in Hyyrö's form for whole strings. */
function byBits(pattern: string): (text: string) => number {
  const equalAt = places(pattern);
  const last = 1 << (pattern.length - 1);
  return (text) => {
    let up = -1;
    let down = 0;
    let distance = pattern.length;
    for (let index = 0; index < text.length; index += 1) {
      const equal = equalAt(text.charCodeAt(index));
      const diagonal = (((equal & up) + up) ^ up) | equal | down;
      const right = down | ~(diagonal | up);
      const left = up & diagonal;
      if (right & last) distance += 1;
      if (left & last) distance -= 1;
      const shifted = (right << 1) | 1;
      up = (left << 1) | ~(diagonal | shifted);
      down = shifted & diagonal;
    }
    return distance;
  };
}

/** The next row of Wagner and Fischer's table, for one more character of the text. */
function nextRow(row: Uint16Array, pattern: string, character: string | undefined): Uint16Array {
  const next = new Uint16Array(row.length);
  next[0] = (row[0] ?? 0) + 1;
  for (let index = 0; index < pattern.length; index += 1) {
    const replaced = (row[index] ?? 0) + Number(pattern[index] !== character);
    next[index + 1] = Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1);
  }
  return next;
}

function byRows(pattern: string): (text: string) => number {
  return (text) => {
    let row: Uint16Array = Uint16Array.from({ length: pattern.length + 1 }, (_, index) => index);
    for (let index = 0; index < text.length; index += 1) row = nextRow(row, pattern, text[index]);
    return row[pattern.length] ?? 0;
  };
}

/**
 * Levenshtein's distance from `pattern`, in UTF-16 code units; upper and lower case differ. Only the first 256
 * units of either text count.
 */
export function distanceFrom(pattern: string): (text: string) => number {
  const from = pattern.slice(0, longest);
  if (from === '') return (text) => Math.min(text.length, longest);
  const measure = from.length <= wordBits ? byBits(from) : byRows(from);
  return (text) => measure(text.length > longest ? text.slice(0, longest) : text);
}
