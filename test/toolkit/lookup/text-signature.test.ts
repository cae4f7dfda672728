import { describe, expect, it, test } from 'vitest';
import { sieve, signatureOf } from '../../../toolkit/lookup/text-signature.ts';

const text = 'class Request:\n    def Register_Hook(self): …\n';

test.each([
  ['register_hook', true, 'whatever the case'],
  ['REQUEST:\n', true, 'over line ends'],
  ['re', true, 'too short to say'],
  ['', true, 'too short to say'],
  ['…é', true, 'not ASCII: nothing is said'],
  ['self): é', true, 'only its ASCII part counts'],
  ['unregister', false, 'not in it'],
])('a text with signature may hold %j: %s (%s)', (wanted, expected) => {
  expect(sieve(wanted)(signatureOf(text))).toBe(expected);
});

describe('signatures', () => {
  it('never rule out a piece of the text, in any case', () => {
    const long = Array.from({ length: 5000 }, (_, index) => String.fromCharCode(32 + ((index * index) % 300)))
      .join('')
      .concat('ſKİ');
    const signature = signatureOf(long);
    for (let start = 0; start + 12 < long.length; start += 7) {
      const piece = long.slice(start, start + 12);
      for (const written of [piece, piece.toUpperCase(), piece.toLowerCase()])
        if (new RegExp(written.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i').test(long))
          expect(sieve(written)(signature), written).toBe(true);
    }
  });
  it('take at most 4 KiB, and rule out most of what is not in a long file', () => {
    const words = Array.from({ length: 6000 }, (_, index) => `word${index * 7919}`);
    const signature = signatureOf(words.join(' '));
    expect(signature.byteLength).toBe(4096);
    const other = Array.from({ length: 500 }, (_, index) => `name_${index}_of_it`);
    expect(other.filter((name) => sieve(name)(signature)).length).toBeLessThan(25);
  });
  it('hold nothing of an empty text', () => {
    expect(sieve('abc')(signatureOf(''))).toBe(false);
  });
});
