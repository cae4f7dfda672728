import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { relation } from '../../builders/code-graph.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

describe('get_code_relationships', () => {
  let context: ToolContext;
  beforeAll(async () => {
    context = await toolContext(webSources, webExtras);
  });
  const ask = (input: unknown) => use(context, 'get_code_relationships', input);

  it('gives both directions, the surest and the project first, with places and their lines', async () => {
    const { output, text } = await ask({
      file: 'web/models.py',
      full_qualified_name: 'web.models.Request.register_hook',
    });
    expect(output).toMatchObject({
      entity: { qualified_name: 'web.models.Request.register_hook' },
      groups: [
        { relation: 'CALLS', direction: 'in', total: 3 },
        { relation: 'HAS_METHOD', direction: 'in', total: 1 },
      ],
      ties: [
        {
          entity: { qualified_name: 'web.models.Request.__init__' },
          confidence: 'exact',
          sites: [{ line: 17, column: 18 }],
        },
        { entity: { qualified_name: 'tests.test_models.test_register_hook' }, confidence: 'inferred' },
        { entity: { qualified_name: 'web.sessions.Session.send' }, confidence: 'candidate' },
        { relation: 'HAS_METHOD' },
      ],
    });
    expect(text).toContain('Called by 3, Method of 1');
    expect(text).toContain('at line 6 [inferred]\n      request.register_hook(');
  });

  it('takes places of what goes out from the file asked about', async () => {
    const { output } = await ask({
      full_qualified_name: 'Request.__init__',
      relation: 'CALLS',
      direction: 'out',
    });
    expect(output).toMatchObject({
      total: 2,
      ties: [
        {
          entity: { qualified_name: 'web.hooks.default_hooks' },
          site_file: 'web/models.py',
          source: 'self.hooks = default_hooks()',
        },
        { source: 'self.register_hook(event, hook)' },
      ],
    });
  });

  it('knows files by their module', async () => {
    expect((await ask({ full_qualified_name: 'web.models', relation: 'IMPORTS' })).output).toMatchObject({
      entity: { kind: 'file' },
      total: 2,
    });
  });

  it('respects the file', async () => {
    expect((await ask({ file: 'web/hooks.py', full_qualified_name: 'Request' })).output).toMatchObject({
      found: false,
      nearest: [{ qualified_name: 'web.models.Request' }],
    });
    expect((await ask({ file: 'web/nowhere.py', full_qualified_name: 'Request' })).output).toMatchObject({
      found: false,
      reason: 'There is no file "web/nowhere.py" in the repository.',
    });
  });

  it('asks which of several is meant', async () => {
    const { output } = await ask({ full_qualified_name: 'send' });
    expect(output).toMatchObject({ found: false, reason: expect.stringContaining('names 2 things') });
    expect(output).toHaveProperty('nearest.length', 2);
  });

  it('does not let many callers hide the rest, and stays bounded', async () => {
    const callers = Array.from(
      { length: 900 },
      (_, index) => `def caller_${index}():\n    return target()\n`,
    );
    const large = await toolContext(
      {
        'a.py': 'def target():\n    return helper()\n\n\ndef helper():\n    pass\n',
        'b.py': callers.join('\n\n'),
      },
      {
        relations: [
          relation('a.py:target', 'CALLS', 'a.py:helper', 'exact', [{ line: 2, column: 12 }]),
          ...callers.map((_, index) =>
            relation(`b.py:caller_${index}`, 'CALLS', 'a.py:target', 'exact', [
              { line: index * 4 + 2, column: 12 },
            ]),
          ),
        ],
      },
    );
    const { text } = await use(large, 'get_code_relationships', {
      full_qualified_name: 'target',
      limit: 500,
    });
    expect(text.length).toBeLessThanOrEqual(8000);
    expect(text).toContain('Called by 900, Calls 1');
    expect(text).toContain('a.helper');
    expect(text).toMatch(/Shown: 1 to \d+ of 901 relations\. For more: offset=\d+\.$/);
  });
});
