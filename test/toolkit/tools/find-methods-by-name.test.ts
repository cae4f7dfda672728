import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

describe('find_methods_by_name', () => {
  let context: ToolContext;
  beforeAll(async () => {
    context = await toolContext(webSources, webExtras);
  });
  const find = (input: unknown) => use(context, 'find_methods_by_name', input);

  it('gives path, lines, source and short relations, the project before its tests', async () => {
    const { output, text } = await find({ name: 'register_hook' });
    expect(output).toMatchObject({
      found: true,
      total: 1,
      methods: [
        {
          entity: {
            qualified_name: 'web.models.Request.register_hook',
            file: 'web/models.py',
            start_line: 19,
            end_line: 21,
          },
          relations: {
            callers: 3,
            first_callers: [
              'web.models.Request.__init__',
              'tests.test_models.test_register_hook',
              'web.sessions.Session.send',
            ],
          },
        },
      ],
    });
    expect(text).toContain(
      '    19|     def register_hook(self, event, hook):\n    20|         """Register a hook."""',
    );
  });

  it.each([
    'Request.register_hook',
    'web.models.Request.register_hook',
    'web/models.py:Request.register_hook',
    'models.py::Request::register_hook',
    'Request.register_hook(event, hook)',
    '`register_hook()`',
    'def register_hook',
    'web.Request.register_hook',
  ])('takes %s', async (name) => {
    expect((await find({ name })).output).toMatchObject({
      total: 1,
      methods: [{ entity: { start_line: 19 } }],
    });
  });

  it('follows bases, and says so', async () => {
    const { output } = await find({ name: 'PreparedRequest.register_hook' });
    expect(output).toMatchObject({
      note: 'web.models.PreparedRequest inherits it from web.models.Request.',
      methods: [{ entity: { qualified_name: 'web.models.Request.register_hook' } }],
    });
  });

  it('never presents a like name as the one', async () => {
    for (const name of ['register', 'Request.regster_hook', 'REGISTER_HOOK']) {
      const { output } = await find({ name });
      expect(output).toMatchObject({ found: false, reason: `There is no method "${name}".` });
      expect(output).toHaveProperty('nearest.0.qualified_name', 'web.models.Request.register_hook');
      expect(output).toHaveProperty('files.0', 'web/models.py');
    }
  });

  it('says where a name is that is not in the file asked for', async () => {
    expect((await find({ name: 'hooks.py:register_hook' })).output).toMatchObject({
      found: false,
      reason: 'register_hook is not in hooks.py; it is elsewhere.',
      files: ['web/models.py'],
    });
  });

  it('has an answer for what is no name', async () => {
    for (const name of ['', '   ', 'a b', '***', '('.repeat(50_000)])
      expect((await find({ name })).output).toMatchObject({ found: false });
  });

  it('shows the beginning of a long method, and pages', async () => {
    const long = `def long():\n${Array.from({ length: 90 }, (_, line) => `    x = ${line}`).join('\n')}\n`;
    const many = Array.from({ length: 30 }, (_, index) => [`m${String(index).padStart(2, '0')}.py`, long]);
    const large = await toolContext(Object.fromEntries(many));
    const { text, output } = await use(large, 'find_methods_by_name', { name: 'long', limit: 20, offset: 5 });
    expect(output).toHaveProperty('methods.length', 20);
    expect(text.length).toBeLessThanOrEqual(8000);
    expect(text).toContain('51 more lines: extract_complete_method("m05.py", "m05.long")');
    const [, next] = /Shown: 6 to (\d+) of 30 methods. For more: offset=(\d+)/.exec(text) ?? [];
    const after = await use(large, 'find_methods_by_name', { name: 'long', offset: Number(next) });
    expect(after.text).toContain(`m${next}.py`);
  });
});
