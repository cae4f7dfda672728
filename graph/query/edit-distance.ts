/** Longer names are compared by their first characters only, which bounds the work. */
const longest = 256;
const wordBits = 32;
const asciiCodes = 128;

/** For each block of 32 places in `pattern`, and each character, one bit for each place where it stands. */
function places(pattern: string): (block: number, code: number) => number {
  const blocks = Math.ceil(pattern.length / wordBits);
  const ascii = new Int32Array(blocks * asciiCodes);
  const others = new Map<number, Int32Array>();
  for (let index = 0; index < pattern.length; index += 1) {
    const code = pattern.charCodeAt(index);
    const block = index >> 5;
    const masks = others.get(code) ?? new Int32Array(blocks);
    masks[block] = (masks[block] ?? 0) | (1 << (index & 31));
    others.set(code, masks);
    if (code < asciiCodes) ascii[block * asciiCodes + code] = masks[block] ?? 0;
  }
  return (block, code) =>
    (code < asciiCodes ? ascii[block * asciiCodes + code] : others.get(code)?.[block]) ?? 0;
}

/**
 * Myers, A Fast Bit-Vector Algorithm for Approximate String Matching (1999), in Hyyrö's form for whole strings
 * (2003): a column of the table is kept as the signs of its steps, 32 of them in a number.
 */
function measureBy(pattern: string): (text: string) => number {
  const equalAt = places(pattern);
  const blocks = Math.ceil(pattern.length / wordBits);
  const lastBit = (pattern.length - 1) & 31;
  const ups = new Int32Array(blocks);
  const downs = new Int32Array(blocks);
  return (text) => {
    ups.fill(-1);
    downs.fill(0);
    let distance = pattern.length;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      let carryUp = 1;
      let carryDown = 0;
      for (let block = 0; block < blocks; block += 1) {
        const up = ups[block] ?? 0;
        const down = downs[block] ?? 0;
        const equal = equalAt(block, code) | carryDown;
        const steep = equal | down;
        const diagonal = (((equal & up) + up) ^ up) | equal;
        const right = down | ~(diagonal | up);
        const left = up & diagonal;
        const bit = block === blocks - 1 ? lastBit : 31;
        const nextUp = (right << 1) | carryUp;
        const nextDown = (left << 1) | carryDown;
        carryUp = (right >>> bit) & 1;
        carryDown = (left >>> bit) & 1;
        ups[block] = nextDown | ~(steep | nextUp);
        downs[block] = nextUp & steep;
      }
      distance += carryUp - carryDown;
    }
    return distance;
  };
}

/**
 * Levenshtein's distance from `pattern`, in UTF-16 code units; upper and lower case differ. Only the first 256
 * units of either text count.
 */
export function distanceFrom(pattern: string): (text: string) => number {
  const from = pattern.slice(0, longest);
  if (from === '') return (text) => Math.min(text.length, longest);
  const measure = measureBy(from);
  return (text) => measure(text.length > longest ? text.slice(0, longest) : text);
}
