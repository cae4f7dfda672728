import { expect, it } from 'vitest';
import { issueFrom } from '../../../agents/domain/issue.ts';

it.each([
  ['# It breaks\n\nAlways.', 'It breaks'],
  ['\n\n  It breaks  \r\nAlways.', 'It breaks'],
  ['\uFEFF## It breaks', 'It breaks'],
  ['###\nAlways.', '###'],
  [`${'x'.repeat(600)}`, 'x'.repeat(500)],
])('the title of %j', (text, title) => {
  expect(issueFrom(text).title).toBe(title);
});

it('keeps the text, with one kind of line end', () => {
  expect(issueFrom('a\r\nb\rc\n').text).toBe('a\nb\nc\n');
});

it.each(['', ' \n\t\r\n'])('refuses %j', (text) => {
  expect(() => issueFrom(text)).toThrow(expect.objectContaining({ code: 'ISSUE_INVALID' }));
});
