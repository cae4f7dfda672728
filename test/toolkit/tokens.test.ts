import { expect, test } from 'vitest';
import { tokensOf } from '../../toolkit/tokens.ts';

test.each([
  ['', 0, 'nothing'],
  ['return', 1, 'a word'],
  ['the old man and the sea', 7, 'a word each, with the blank before it'],
  ['internationalization', 5, 'a long word'],
  ['    12| x = 3456', 8, 'numbered source'],
  ['a\n\n\nb', 3, 'line ends in a row'],
  ['日本語', 6, 'ideographs'],
  ['привет', 9, 'other scripts'],
  ['→→', 3, 'signs'],
])('tokens of %j: about %d (%s)', (text, tokens) => {
  expect(tokensOf(text)).toBe(tokens);
});

test('a megabyte is counted at once', () => {
  const start = performance.now();
  expect(tokensOf('def f(x): return x + 1\n'.repeat(45_000))).toBeGreaterThan(300_000);
  expect(performance.now() - start).toBeLessThan(1000);
});
