import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
});

describe('search_code_with_context', () => {
  const search = (input: unknown, where = context) => use(where, 'search_code_with_context', input);

  it('gives three lines around, marks the matches, names the method', async () => {
    const { output, text } = await search({ keyword: 'self.register_hook' });
    expect(output).toMatchObject({
      matches: 1,
      places: [
        {
          file: 'web/models.py',
          start_line: 14,
          matches: [{ line: 17, inside: 'web.models.Request.__init__' }],
        },
      ],
    });
    expect(output).toHaveProperty('places.0.lines.length', 7);
    expect(text).toContain('>   17|             self.register_hook(event, hook)');
  });
  it('joins matches whose contexts touch, the project before its tests', async () => {
    expect((await search({ keyword: 'register_hook' })).output).toMatchObject({
      matches: 4,
      files: 2,
      places: [
        {
          matches: [
            { line: 17, inside: 'web.models.Request.__init__' },
            { line: 19, inside: 'web.models.Request.register_hook' },
          ],
        },
        { file: 'tests/test_models.py', matches: [{ line: 4 }, { line: 6 }] },
      ],
    });
  });
  it('finds in other files than Python, whatever the case, unless told', async () => {
    expect((await search({ keyword: 'web.session()' })).output).toMatchObject({
      places: [{ file: 'README.md' }],
    });
    expect((await search({ keyword: 'web.session()', case_sensitive: true })).output).toMatchObject({
      found: false,
    });
  });
  it.each([
    ['web', 1],
    ['web/', 1],
    ['tests', 1],
    ['models.py', 1],
    ['*.py', 2],
    ['web/*.py', 1],
    ['**/test_*', 1],
  ])('keeps to %s', async (search_path, files) => {
    expect((await search({ keyword: 'register_hook', search_path })).output).toMatchObject({ files });
  });
  it('takes every character as it is', async () => {
    const odd = await toolContext({ 'a.py': 'x = (a+)+$\n' });
    expect((await search({ keyword: '(a+)+$' }, odd)).output).toMatchObject({ matches: 1 });
    expect((await search({ keyword: '.*' }, odd)).output).toMatchObject({ found: false });
  });
  it('takes regular expressions where told', async () => {
    const input = { keyword: 'def \\w+_hook\\(', regex: true };
    expect((await search(input)).output).toMatchObject({
      matches: 2,
      unsearched: 0,
      places: [
        { file: 'web/models.py', matches: [{ line: 19 }] },
        { file: 'tests/test_models.py', matches: [{ line: 4 }] },
      ],
    });
    expect((await search({ ...input, keyword: 'DEF send', case_sensitive: true })).output).toMatchObject({
      found: false,
    });
    expect((await search({ ...input, keyword: '(' })).output).toMatchObject({
      found: false,
      reason: expect.stringContaining('is no regular expression: Invalid regular expression'),
    });
  });
  it('ends a regular expression that would take for ever', async () => {
    const trap = await toolContext({ 'a.py': 'ok = 1\n', 'b.txt': `${'a'.repeat(60)}!\n` });
    const start = performance.now();
    const { output } = await search({ keyword: '^(a+)+$', regex: true }, trap);
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(output).toMatchObject({
      found: false,
      reason: expect.stringContaining('Time was up after 0 of 2 files'),
    });
  });
  it('explains a miss', async () => {
    expect((await search({ keyword: 'registerhook' })).output).toMatchObject({
      found: false,
      reason: '"registerhook" is nowhere (6 files searched).',
      nearest: [{ qualified_name: 'web.models.Request.register_hook' }],
    });
    expect((await search({ keyword: 'x', search_path: 'web/hook.py' })).output).toMatchObject({
      found: false,
      files: expect.arrayContaining(['web/hooks.py']),
    });
  });
  it('names each method that a place with several matches is in', async () => {
    expect((await search({ keyword: 'register_hook' })).text).toContain(
      '  in web.models.Request.__init__ (17), web.models.Request.register_hook (19)\n',
    );
  });
  it.each([false, true])('asks for one line where several are given (regex: %s)', async (regex) => {
    expect((await search({ keyword: 'def send(\nself', regex })).output).toMatchObject({
      found: false,
      reason: expect.stringContaining('give the most telling of its lines'),
    });
  });
  it('pages through many', async () => {
    const line = `needle\n${'\n'.repeat(9)}`;
    const many = await toolContext({ 'a.txt': line.repeat(300) });
    const { output, text } = await search({ keyword: 'needle', limit: 50, offset: 290 }, many);
    expect(output).toMatchObject({ total: 300, matches: 300 });
    expect(output).toHaveProperty('places.length', 10);
    expect(text).toContain('Shown: 291 to 300 of 300 places.');
  });
});
