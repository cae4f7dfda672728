import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../toolkit/workspace/text-file.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8 with a mark, mixed line ends and no last one', Buffer.from('\uFEFFa\r\nb\rc\nd', 'utf8')],
    ['Latin-1', Buffer.from('# -*- coding: latin-1 -*-\n"caf\xe9"\n', 'latin1')],
    ['every byte there is', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ])('gives back the very bytes of %s', (_what, bytes) => {
    const { text, encode } = decodeText(bytes);
    expect(encode(text)).toEqual(bytes);
  });

  it.each([
    ['a file of single bytes', Buffer.from([0x22, 0xe9, 0x22]), '→'],
    ['UTF-8', Buffer.from('a'), '\ud800'],
  ])('refuses a character that %s has no bytes for', (_what, bytes, character) => {
    const { text, encode } = decodeText(bytes);
    expect(() => encode(text + character)).toThrow(expect.objectContaining({ code: 'EDIT_REJECTED' }));
  });
});
