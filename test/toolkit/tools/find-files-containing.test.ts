import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
});

describe('find_files_containing', () => {
  it('searches names and contents, names first', async () => {
    expect((await use(context, 'find_files_containing', { keyword: 'hooks' })).output).toMatchObject({
      hits: [
        { path: 'web/hooks.py', count: 1, in_name: true },
        { path: 'web/models.py', count: 6, in_name: false },
        { path: 'web/sessions.py', count: 2, in_name: false },
      ],
    });
  });
  it('explains a miss', async () => {
    expect((await use(context, 'find_files_containing', { keyword: 'default_hook5' })).output).toMatchObject({
      found: false,
      nearest: [{ qualified_name: 'web.hooks.default_hooks' }],
    });
  });
});
