import { describe, expect, test } from 'vitest';
import { applyChanges, toEdits } from '../../../../agents/offline/syntax/edits.ts';

describe('toEdits', () => {
  test('tells line and column of exact text', () => {
    expect(toEdits('a.py', 'x = 1\ny = 2\n', [{ start: 10, end: 11, text: '3' }])).toEqual([
      { path: 'a.py', startLine: 2, startColumn: 4, old: '2', new: '3' },
    ]);
  });

  test.each([
    [
      'in front of a line',
      'x = 1\ny = 2\n',
      6,
      { startLine: 2, startColumn: 0, old: 'y = 2', new: 'z\ny = 2' },
    ],
    ['at the end of a line', 'x = 1\ny = 2\n', 5, { startLine: 1, startColumn: 4, old: '1', new: '1z\n' }],
    ['at the end of the file', 'x = 1', 5, { startLine: 1, startColumn: 4, old: '1', new: '1z\n' }],
  ])('anchors an insertion %s in text that is there', (_, source, start, edit) => {
    expect(toEdits('a.py', source, [{ start, end: start, text: 'z\n' }])).toEqual([
      { path: 'a.py', ...edit },
    ]);
  });
});

describe('applyChanges', () => {
  test('makes all changes, whatever their order', () => {
    const changes = [
      { start: 0, end: 1, text: 'long' },
      { start: 4, end: 5, text: '2' },
    ];
    expect(applyChanges('x = 1', changes)).toBe('long = 2');
    expect(applyChanges('x = 1', [...changes].reverse())).toBe('long = 2');
  });
});
