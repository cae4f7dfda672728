import { expect, test } from 'vitest';
import { textMatcher } from '../../../toolkit/lookup/text-match.ts';

test.each([
  { text: 'a\nb\na', keyword: 'a', lines: [0, 2], why: 'first and last line' },
  { text: 'aaa\naa\n', keyword: 'a', lines: [0, 1], why: 'a line counts once' },
  { text: '\n\nx\r\n\nX', keyword: 'x', lines: [2, 4], why: 'empty lines count, case does not' },
  { text: 'x = (a+)+$', keyword: '(a+)+$', lines: [0], why: 'nothing in it is a pattern' },
  { text: 'a-b\\c/d[e]', keyword: '-b\\c/d[', lines: [0], why: 'nothing in it is a pattern' },
  { text: 'abc', keyword: 'd', lines: [], why: 'not there' },
  { text: '', keyword: 'd', lines: [], why: 'nothing there' },
])('lines of $text with $keyword: $why', ({ text, keyword, lines }) => {
  expect(textMatcher(keyword, false).lines(text)).toEqual(lines);
});

test('case counts where told', () => {
  expect(textMatcher('Ab', true).lines('ab\nAb\nAB')).toEqual([1]);
  expect(textMatcher('Ab', false).lines('ab\nAb\nAB')).toEqual([0, 1, 2]);
  expect(textMatcher('Ab', false).isIn('x/AB.py')).toBe(true);
  expect(textMatcher('Ab', true).isIn('x/AB.py')).toBe(false);
});
