export const neither = 1;
export const digit = 2;
export const letter = 3;

const classes = new Uint8Array(0x10000);

function classify(code: number): number {
  const character = String.fromCharCode(code);
  if (character === '_' || /\p{L}/u.test(character)) return letter;
  return /\p{N}/u.test(character) ? digit : neither;
}

/** Whether a UTF-16 code unit is a `letter` (or `_`), a `digit`, or `neither`. */
export function classOf(code: number): number {
  const known = classes[code] ?? neither;
  if (known > 0) return known;
  const found = classify(code);
  classes[code] = found;
  return found;
}
