import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
});

describe('find_class_constructor', () => {
  const find = (class_name: string) => use(context, 'find_class_constructor', { class_name });

  it('gives path and source', async () => {
    const { output, text } = await find('web.models.Request');
    expect(output).toMatchObject({
      classes: [{ from: 'own', definitions: [{ entity: { file: 'web/models.py', start_line: 13 } }] }],
    });
    expect(text).toContain('    13|     def __init__(self, url, hooks=None):');
  });
  it('finds the inherited one', async () => {
    expect((await find('PreparedRequest')).output).toMatchObject({
      classes: [
        { from: 'inherited', definitions: [{ entity: { qualified_name: 'web.models.Request.__init__' } }] },
      ],
    });
  });
  it('shows the fields of a dataclass', async () => {
    expect((await find('Settings')).output).toMatchObject({
      classes: [
        { from: 'fields', definitions: [], fields: [{ name: 'retries', value: '3' }, { name: 'verify' }] },
      ],
    });
  });
  it('says which bases are outside', async () => {
    const { output, text } = await find('Session');
    expect(output).toMatchObject({ classes: [{ from: 'outside', bases_outside: ['dict'] }] });
    expect(text).toContain('has no __init__ in the repository. Bases outside the repository: dict.');
  });
  it('explains a miss', async () => {
    expect((await find('PrepareRequest')).output).toMatchObject({
      found: false,
      nearest: [{ qualified_name: 'web.models.PreparedRequest' }],
    });
  });
});
