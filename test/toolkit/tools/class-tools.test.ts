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

describe('list_class_attributes', () => {
  it('lists class, instance and computed attributes, inherited ones with their owner', async () => {
    const { output } = await use(context, 'list_class_attributes', { class_name: 'PreparedRequest' });
    const owner = 'web.models.Request';
    expect(output).toMatchObject({
      total: 4,
      attributes: [
        { name: 'encoding', scope: 'class', value: 'None', line: 11, owner },
        { name: 'url', scope: 'instance', value: 'url', line: 14, owner },
        { name: 'hooks', scope: 'instance', line: 15, owner },
        { name: 'host', scope: 'property', line: 24, owner },
      ],
    });
  });
  it('says that there are none, and what is not seen', async () => {
    const { text } = await use(context, 'list_class_attributes', { class_name: 'Session' });
    expect(text).toContain('not seen: what it has from dict');
    expect(text).toContain('No attributes are written in it');
  });
});

describe('find_all_variables_named', () => {
  it('gives path, dotted name, line and value', async () => {
    const { output } = await use(context, 'find_all_variables_named', { variable_name: 'self.hooks' });
    expect(output).toMatchObject({
      total: 1,
      variables: [
        {
          qualified_name: 'web.models.Request.hooks',
          file: 'web/models.py',
          start_line: 15,
          value: 'default_hooks()',
        },
      ],
    });
  });
  it('explains a miss', async () => {
    const { output } = await use(context, 'find_all_variables_named', { variable_name: 'TIMEOUTS' });
    expect(output).toMatchObject({ found: false, nearest: [{ qualified_name: 'web.models.TIMEOUT' }] });
  });
});
