import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../toolkit/workspace/text-file.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8 with a mark, mixed line ends and no last one', Buffer.from('\uFEFFa\r\nb\rc\nd', 'utf8')],
    ['Latin-1', Buffer.from('# -*- coding: latin-1 -*-\n"caf\xe9"\n', 'latin1')],
    ['Cyrillic', Buffer.from([...Buffer.from('# coding: koi8-r\n'), 0xf0, 0xd2])],
    ['what it does not say', Buffer.from([...Buffer.from('# coding: cp1253\n'), 0xd2, 0xff])],
    ['two bytes a character', Buffer.from([...Buffer.from('# coding: shift_jis\n'), 0x93, 0xfa])],
    ['every byte there is', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ])('gives back the very bytes of %s', (_what, bytes) => {
    const { text, encode } = decodeText(bytes);
    expect(encode(text)).toEqual(bytes);
  });

  it.each([
    ['koi8-r', '\u041f', 0xf0],
    ['cp1251', '\u041f', 0xcf],
    ['latin-1', '\xe9', 0xe9],
  ])('writes what is new in %s, be all else ASCII', (name, character, byte) => {
    const bytes = Buffer.from(`# coding: ${name}\n`);
    const { text, encode } = decodeText(bytes);
    expect(encode(text + character)).toEqual(Buffer.from([...bytes, byte]));
    expect(() => encode(`${text}日`)).toThrow(expect.objectContaining({ code: 'EDIT_REJECTED' }));
  });

  it('says whether it knows the encoding', () => {
    const declared = (name: string) => Buffer.from([...Buffer.from(`# coding: ${name}\n`), 0xf0]);
    expect(decodeText(Buffer.from('ä')).isCertain).toBe(true);
    expect(decodeText(declared('koi8-r'))).toMatchObject({ isCertain: true, text: '# coding: koi8-r\nП' });
    for (const name of ['shift_jis', 'cp1252', 'utf-8', 'no-such'])
      expect(decodeText(declared(name)), name).toMatchObject({ isCertain: false });
  });

  it.each([
    ['a file of single bytes', Buffer.from([0x22, 0xe9, 0x22]), '→'],
    ['UTF-8', Buffer.from('a'), '\ud800'],
  ])('refuses a character that %s has no bytes for', (_what, bytes, character) => {
    const { text, encode } = decodeText(bytes);
    expect(() => encode(text + character)).toThrow(expect.objectContaining({ code: 'EDIT_REJECTED' }));
  });
});
