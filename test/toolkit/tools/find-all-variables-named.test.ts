import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
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
