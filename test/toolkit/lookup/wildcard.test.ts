import { describe, expect, it } from 'vitest';
import { fits } from '../../../toolkit/lookup/wildcard.ts';

describe('fits', () => {
  it.each([
    ['*.py', 'a/b.py', true],
    ['*.py', 'a/b.pyc', false],
    ['a/*', 'a/b/c', true],
    ['?.py', 'a.py', true],
    ['?.py', 'ab.py', false],
    ['*a*b*c', 'xaybzc', true],
    ['*a*b*c', 'xaybz', false],
    ['', '', true],
    ['*', '', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });
  it('takes no longer for a pattern that is meant to', () => {
    expect(fits(`${'*a'.repeat(200)}b`, 'a'.repeat(4000))).toBe(false);
  });
});
