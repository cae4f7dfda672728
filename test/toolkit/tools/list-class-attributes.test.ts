import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
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
