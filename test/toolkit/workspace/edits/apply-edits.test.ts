import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../toolkit/workspace/edits/apply-edits.ts';
import type { TextEdit } from '../../../../toolkit/workspace/edits/schema.ts';

const path = 'a.py';
const replace = (old: string, put: string, occurrence?: number): TextEdit => ({
  kind: 'replace',
  path,
  old,
  new: put,
  ...(occurrence !== undefined && { occurrence }),
});
const lines = (from: number, to: number, old: string, put: string): TextEdit => ({
  kind: 'lines',
  path,
  from,
  to,
  old,
  new: put,
});
const at = (startLine: number, startColumn: number, old: string, put: string): TextEdit => ({
  path,
  startLine,
  startColumn,
  old,
  new: put,
});

const refusalOf = (text: string, ...edits: TextEdit[]): string => {
  try {
    applyEdits(text, edits);
  } catch (error) {
    expect(error).toMatchObject({ code: 'EDIT_REJECTED', hint: expect.any(String) });
    return (error as Error).message;
  }
  throw new Error('nothing was refused');
};

const mark = '\uFEFF';

describe('edits of a text', () => {
  it.each([
    ['the only occurrence', 'a\nb\n', replace('b', 'c'), 'a\nc\n'],
    ['the second occurrence', 'x\nx\nx', replace('x', 'y', 2), 'x\ny\nx'],
    ['an occurrence that overlaps another', 'aaa', replace('aa', 'b', 2), 'ab'],
    ['with nothing', 'a\nb\nc\n', replace('b\n', ''), 'a\nc\n'],
    ['several lines', 'def f():\n    x\n    y\n', replace('    x\n    y\n', '    z\n'), 'def f():\n    z\n'],
    ['what looks like a pattern of replacement', 'a', replace('a', '$&$1'), '$&$1'],
    [
      'a text of a file with \\r\\n',
      'a\r\nb\r\nc\r\n',
      replace('a\nb\n', 'a\nx\nb\n'),
      'a\r\nx\r\nb\r\nc\r\n',
    ],
    ['a text that is given with \\r\\n', 'a\nb\n', replace('a\r\nb', 'c\r\nd'), 'c\nd\n'],
    ['up to a \\r\\n, which stays', 'a\r\nb', replace('a', 'c\nd'), 'c\r\nd\r\nb'],
    ['in a last line without an end', 'a\r\nb', replace('b', 'c\nd'), 'a\r\nc\r\nd'],
    ['lines of which some have \\r\\n', 'a\nb\r\nc\n', replace('a\nb\nc', 'a\nx\nc'), 'a\nx\r\nc\n'],
    ['lines that grow', 'a\nb\r\nc\n', replace('a\nb\nc\n', 'a\nx\ny\nc\n'), 'a\nx\r\ny\r\nc\n'],
    ['a lone \\r', 'a\rb\r\n', replace('a\rb', 'c'), 'c\r\n'],
    ['the first line after a byte-order mark', `${mark}a\nb`, replace('a\n', 'c\n'), `${mark}c\nb`],
  ])('replace %s', (_what, text, edit, expected) => {
    expect(applyEdits(text, [edit])).toBe(expected);
  });

  it.each([
    ['one', 'a\nb\nc\n', lines(2, 2, 'b', 'x'), 'a\nx\nc\n'],
    ['one by several', 'a\nb\nc\n', lines(2, 2, 'b\n', 'x\ny\n'), 'a\nx\ny\nc\n'],
    ['several by none', 'a\nb\nc\n', lines(1, 2, 'a\nb', ''), 'c\n'],
    ['one by an empty one', 'a\nb\n', lines(1, 1, 'a', '\n'), '\nb\n'],
    ['an empty one', 'a\n\nb\n', lines(2, 2, '', 'x'), 'a\nx\nb\n'],
    ['the last, which has no end', 'a\nb', lines(2, 2, 'b', 'x\ny\n'), 'a\nx\ny'],
    ['the last, away', 'a\nb', lines(2, 2, 'b', ''), 'a\n'],
    ['all of \\r\\n', 'a\r\nb\r\n', lines(1, 2, 'a\nb', 'x\ny\nz'), 'x\r\ny\r\nz\r\n'],
    ['of \\n in a file that begins with \\r\\n', 'a\r\nb\nc\n', lines(2, 2, 'b', 'x\ny'), 'a\r\nx\ny\nc\n'],
    ['the first after a byte-order mark', `${mark}a\r\nb`, lines(1, 1, 'a', 'x'), `${mark}x\r\nb`],
    ['the one that an empty file is taken to have', '', lines(1, 1, '', 'x = 1\n'), 'x = 1\n'],
    ['the same of a file with a mark alone', mark, lines(1, 1, '', 'x\n'), `${mark}x\n`],
  ])('replace lines: %s', (_what, text, edit, expected) => {
    expect(applyEdits(text, [edit])).toBe(expected);
  });

  it('makes edits of all kinds of the text as it was, in any order', () => {
    const text = 'one\ntwo\nthree\nfour\n';
    const edits = [lines(4, 4, 'four', 'FOUR'), replace('two', 'one'), at(1, 0, 'one', 'two\none')];
    expect(applyEdits(text, edits)).toBe('two\none\none\nthree\nFOUR\n');
  });

  it.each([
    ['two replacements', replace('b\nc', 'x'), replace('c\nd', 'y')],
    ['a replacement and a range', lines(1, 2, 'a\nb', 'x'), replace('b', 'y')],
    ['twice the same', replace('b', 'x'), replace('b', 'y')],
    ['a range and an exact place', at(2, 0, 'b', 'x'), lines(2, 3, 'b\nc', 'y')],
  ])('refuses what overlaps: %s', (_what, one, other) => {
    expect(refusalOf('a\nb\nc\nd\n', one, other)).toContain('overlaps');
  });

  it('says how often and where a text occurs that is not unique', () => {
    expect(refusalOf('x\ny\r\nx\nx', replace('x', 'z'))).toBe(
      'edit of a.py ("x") refused: the text to replace occurs 3 times, at line 1, 3, 4',
    );
    expect(refusalOf('x\n'.repeat(1_000), replace('x', 'z'))).toContain(
      'occurs 1000 times, at line 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, and 990 more',
    );
    expect(refusalOf('x\nx\n', replace('x', 'z', 3))).toContain('occurs 2 times, at line 1, 2');
  });

  it('tells a text that is there but for indentation, spaces or line breaks, with what is there', () => {
    const text = 'class A:\n\tdef f(self):\n\t\treturn  1\n';
    const message = refusalOf(text, replace('def f(self):\n    return 1', 'x'));
    expect(message).toContain('but for spaces, indentation or line breaks, at line 2-3:');
    expect(message).toContain('    2| \tdef f(self):\n     3| \t\treturn  1');
  });

  it('tells what is most like a text that is not there', () => {
    const text = 'import os\n\ndef compute_total(items):\n    return sum(items)\n';
    const message = refusalOf(text, replace('def compute_totals(item):\n    return sum(item)', 'x'));
    expect(message).toContain('most like it is line 3-4:');
    expect(message).toContain('    3| def compute_total(items):');
    expect(refusalOf('a\nb\n', replace('something else', 'x'))).toContain('no line of its 2 is like it');
  });

  it('tells that a text has the line numbers of a listing', () => {
    expect(refusalOf('a\nb\n', replace('     1| a\n     2| b', 'x'))).toContain('line numbers');
  });

  it('shows what lines hold that are not as expected, and where the expected ones are', () => {
    const message = refusalOf('a\nb\nc\nd\n', lines(1, 2, 'c\nd', 'x'));
    expect(message).toContain('edit of a.py:1-2 refused: these lines hold something else:');
    expect(message).toContain('    1| a\n     2| b');
    expect(message).toContain('the text given as old is at line 3-4');
    expect(refusalOf('a\n', lines(1, 1, '', 'x'))).toContain('    1| a');
  });

  it.each([
    ['one after the last', lines(3, 3, '', 'x')],
    ['far behind', lines(2, Number.MAX_SAFE_INTEGER, 'b', 'x')],
  ])('refuses lines that are not there: %s', (_what, edit) => {
    expect(refusalOf('a\nb\n', edit)).toContain('the file has 2 lines');
  });

  it('keeps what it says short, whatever the file and the edit hold', () => {
    const long = `${'y'.repeat(100_000)}\n`.repeat(30);
    for (const edit of [replace(`${'y '.repeat(50_000)}\n`.repeat(20), ''), lines(1, 30, 'x', '')])
      expect(refusalOf(long, edit).length).toBeLessThan(7_000);
  });

  it.each([
    ['a needle that fails at its beginning', `b${'a'.repeat(500_000)}`, 'a'.repeat(4_000_000)],
    ['a needle that fails at its end', `${'a'.repeat(500_000)}b`, 'a'.repeat(4_000_000)],
    ['lines alike', 'x y\n'.repeat(100_000), 'x  y\n'.repeat(99_999)],
    ['nothing but spaces', ' '.repeat(1_000_000), '\t'.repeat(4_000_000)],
  ])('answers in time: %s', (_what, old, text) => {
    const start = performance.now();
    expect(refusalOf(text, replace(old, ''))).toContain('is not there');
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
