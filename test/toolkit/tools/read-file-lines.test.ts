import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
});

describe('read_file_lines', () => {
  const read = (input: unknown) => use(context, 'read_file_lines', input);

  it('numbers lines as they are in the file', async () => {
    const { output, text } = await read({ file_path: 'web/models.py', start_line: 10, end_line: 12 });
    expect(output).toEqual({
      found: true,
      file: 'web/models.py',
      start_line: 10,
      total_lines: 36,
      lines: ['class Request(object):', '    encoding = None', ''],
    });
    expect(text).toContain('    10| class Request(object):');
    expect(text).toContain('Shown: 10 to 12 of 36 lines. For more: start_line=13.');
  });
  it('reads to the end where that comes first', async () => {
    const { text } = await read({ file_path: 'web/hooks.py', start_line: 5, end_line: 9999 });
    expect(text.split('\n')).toEqual([
      'web/hooks.py, 6 lines',
      '     5| def dispatch(request, timeout):',
      '     6|     return request',
      'Shown: 5 to 6 of 6 lines.',
    ]);
  });
  it('takes the end of a path, or a module, where just one file is meant', async () => {
    for (const file_path of ['models.py', './web/models.py', '/srv/repository/web/models.py', 'web.models'])
      expect((await read({ file_path })).output).toMatchObject({ file: 'web/models.py' });
  });
  it('explains every miss', async () => {
    const reasons: [unknown, string][] = [
      [{ file_path: 'web/model.py' }, 'There is no file "web/model.py" in the repository.'],
      [{ file_path: 'web' }, '"web" is a folder; explore_directory lists it.'],
      [{ file_path: 'web/hooks.py', start_line: 7 }, 'web/hooks.py has 6 lines; none from line 7 on.'],
      [
        { file_path: 'web/hooks.py', start_line: 4, end_line: 2 },
        'end_line 2 is before start_line 4; web/hooks.py has 6 lines.',
      ],
    ];
    for (const [input, reason] of reasons)
      expect((await read(input)).output).toMatchObject({ found: false, reason });
  });
  it('asks which of several files is meant', async () => {
    const two = await toolContext({ 'a/x.py': '', 'b/x.py': '' });
    expect((await use(two, 'read_file_lines', { file_path: 'x.py' })).output).toMatchObject({
      found: false,
      files: ['a/x.py', 'b/x.py'],
    });
  });
  it.each(['../secret.py', '/etc/passwd', 'web/../../x', '..\\x'])('refuses %s', async (file_path) => {
    await expect(read({ file_path })).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
  });
  it('gives at most 400 lines a call, as many of them as fit', async () => {
    const long = await toolContext({ 'long.txt': 'x\n'.repeat(1000) });
    const input = { file_path: 'long.txt', start_line: 101, end_line: 900 };
    const { output, text } = await use(long, 'read_file_lines', input);
    expect(output).toHaveProperty('lines.length', 400);
    expect(text).toMatch(/\n {3,}\d+\| x\nShown: 101 to \d+ of 1000 lines\. For more: start_line=\d+\.$/);
  });
  it('handles an empty file and long lines', async () => {
    const odd = await toolContext({ 'empty.txt': '', 'wide.txt': 'x'.repeat(100_000) });
    expect((await use(odd, 'read_file_lines', { file_path: 'empty.txt' })).output).toMatchObject({
      total_lines: 0,
      lines: [],
    });
    const { text } = await use(odd, 'read_file_lines', { file_path: 'wide.txt' });
    expect(text).toContain('(100000 characters)');
    expect(text.length).toBeLessThan(800);
  });
});
