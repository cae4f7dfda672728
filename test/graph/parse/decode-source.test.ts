import { describe, expect, it, test } from 'vitest';
import { decodeSource, isBinary } from '../../../graph/parse/decode-source.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

test.each([
  { why: 'ASCII', bytes: latin('x = 1\r\n'), text: 'x = 1\r\n' },
  { why: 'UTF-8 without a word', bytes: Buffer.from('é = "日"'), text: 'é = "日"' },
  { why: 'UTF-8 with a mark', bytes: Buffer.from('\uFEFFé = 1'), text: 'é = 1' },
  {
    why: 'Latin-1',
    bytes: latin('# -*- coding: latin-1 -*-\né\x85'),
    text: '# -*- coding: latin-1 -*-\né\x85',
  },
  { why: 'ISO 8859-15', bytes: latin('# coding: iso-8859-15\n\xa4'), text: '# coding: iso-8859-15\n€' },
  {
    why: 'code page 1251',
    bytes: latin('#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\n\xcf'),
    text: '#!/usr/bin/python\n# vim: set fileencoding=cp1251 :\nП',
  },
  {
    why: 'Shift JIS',
    bytes: Buffer.from([
      0x23, 0x63, 0x6f, 0x64, 0x69, 0x6e, 0x67, 0x3a, 0x73, 0x6a, 0x69, 0x73, 0x0a, 0x82, 0xa0,
    ]),
    text: '#coding:sjis\nあ',
  },
  {
    why: 'UTF-8 by one of its other names',
    bytes: Buffer.from('# coding: utf_8\né'),
    text: '# coding: utf_8\né',
  },
])('decodes $why', ({ bytes, text }) => {
  expect(decodeSource(bytes)).toEqual({ text, note: null });
});

describe('what does not fit', () => {
  test.each([
    { bytes: latin('x = "é"'), note: 'not UTF-8, and no encoding is declared; read as Latin-1' },
    { bytes: latin('# coding: utf-8\nx = "é"'), note: 'not utf-8, though it says so; read as Latin-1' },
    {
      bytes: latin('# coding: rot13\nx = "é"'),
      note: 'the declared encoding "rot13" is unknown or does not fit; read as Latin-1',
    },
    {
      bytes: Buffer.from('# coding: rot13\nx = "é"'),
      note: 'the declared encoding "rot13" is unknown or does not fit; read as UTF-8',
    },
  ])('is read all the same, with a note: $note', ({ bytes, note }) => {
    const source = decodeSource(bytes);
    expect(source.note).toBe(note);
    expect(source.text).toContain('x = "é"');
  });

  it('does not take a declaration from the second line after code, nor from the third', () => {
    expect(decodeSource(latin('x = 1\n# coding: latin-1\né')).note).toContain('no encoding is declared');
    expect(decodeSource(latin('#\n#\n# coding: latin-1\né')).note).toContain('no encoding is declared');
  });
});

it('takes NUL bytes for no text', () => {
  expect(isBinary(latin('a\0b'))).toBe(true);
  expect(isBinary(latin('ab'))).toBe(false);
});
