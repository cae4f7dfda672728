import { describe, expect, it, test } from 'vitest';
import { countTerms, termsOf } from '../../../graph/query/terms.ts';

test.each([
  {
    text: 'parseHTTPHeader_v2',
    terms: ['parsehttpheader_v2', 'parse', 'http', 'header', 'v2'],
    why: 'cut at case and underscores',
  },
  { text: '__init__', terms: ['init'], why: 'underscores around are nothing' },
  { text: 'if self.total is None: return x', terms: ['total'], why: 'keywords and single letters left out' },
  { text: '12 0x1f 3.5e4 v3', terms: ['x1f', 'e4', 'v3'], why: 'numbers left out unless attached' },
  { text: 'Grüße наивно', terms: ['grüße', 'наивно'], why: 'letters of any script' },
  { text: `${'a'.repeat(40)} ${'b'.repeat(41)}`, terms: ['a'.repeat(40)], why: 'at most 40 characters' },
  { text: `x ${'deadbeef'.repeat(40)} y_ok`, terms: ['y_ok', 'ok'], why: 'long data is no word' },
  { text: '', terms: [], why: 'nothing in nothing' },
])('termsOf: $why', ({ text, terms }) => {
  expect(termsOf(text)).toEqual(terms);
});

describe('countTerms', () => {
  it('counts only between the offsets, and adds to what is there', () => {
    const text = 'alpha beta_gamma alpha';
    const counts = new Map([['alpha', 1]]);
    countTerms(text, 6, text.length, counts);
    expect([...counts]).toEqual([
      ['alpha', 2],
      ['beta_gamma', 1],
      ['beta', 1],
      ['gamma', 1],
    ]);
  });

  it.each([
    { what: 'code', text: 'def getUserName(user_id): return "user name", ÄpfelKuchen, x1 # 2 été' },
    {
      what: 'more words than it remembers',
      text: Array.from({ length: 60_000 }, (_, i) => `w${i}`).join(' '),
    },
  ])('agrees with termsOf on $what', ({ text }) => {
    const expected = new Map<string, number>();
    for (const term of [...termsOf(text), ...termsOf(text)])
      expected.set(term, (expected.get(term) ?? 0) + 1);
    const counts = new Map<string, number>();
    countTerms(text, 0, text.length, counts);
    countTerms(text, 0, text.length, counts);
    expect(counts).toEqual(expected);
  });
});
