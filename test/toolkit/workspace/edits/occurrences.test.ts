import { expect, it } from 'vitest';
import { occurrencesOf } from '../../../../toolkit/workspace/edits/occurrences.ts';

/** Always the same numbers below `most`. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
}

it('finds what looking at every place finds', () => {
  const next = numbers(7);
  const word = (length: number) => Array.from({ length }, () => 'ab'.charAt(next(2))).join('');
  for (let round = 0; round < 500; round += 1) {
    const text = word(next(40));
    const pattern = word(1 + next(5));
    const places = [...text].flatMap((_, place) => (text.startsWith(pattern, place) ? [place] : []));
    expect(occurrencesOf(text, pattern, 2), `${pattern} in ${text}`).toEqual({
      count: places.length,
      first: places.slice(0, 10),
      wanted: places[1],
    });
  }
});
