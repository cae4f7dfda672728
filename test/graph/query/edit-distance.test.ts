import { describe, expect, it } from 'vitest';
import { distanceFrom } from '../../../graph/query/edit-distance.ts';

/** Wagner and Fischer's table, written down as defined. */
function byDefinition(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) => [
    row,
    ...new Array<number>(b.length).fill(0),
  ]);
  for (let column = 0; column <= b.length; column += 1) (table[0] as number[])[column] = column;
  for (let row = 1; row <= a.length; row += 1)
    for (let column = 1; column <= b.length; column += 1)
      (table[row] as number[])[column] = Math.min(
        (table[row - 1]?.[column] ?? 0) + 1,
        (table[row]?.[column - 1] ?? 0) + 1,
        (table[row - 1]?.[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
      );
  return table[a.length]?.[b.length] ?? 0;
}

describe('distanceFrom', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['get_user', 'getuser', 1],
    ['Name', 'name', 1],
    ['naïve', 'naive', 1],
  ])('%s and %s are %i apart', (a, b, expected) => {
    expect(distanceFrom(a)(b)).toBe(expected);
  });

  it('agrees with the definition for names of any length', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const word = (length: number) => Array.from({ length }, () => 'abcé'[random(4)]).join('');
    for (let turn = 0; turn < 3000; turn += 1) {
      const a = word(turn < 2500 ? random(36) : 30 + random(60));
      const b = word(random(50));
      expect(distanceFrom(a)(b), `${a} ${b}`).toBe(byDefinition(a, b));
    }
  });

  it('is bounded for names of any length', () => {
    expect(distanceFrom('a'.repeat(100_000))('b'.repeat(100_000))).toBe(256);
  });
});
