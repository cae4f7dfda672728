import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
});

describe('analyze_file_structure', () => {
  it('lists classes, members, variables and module code, nested and in order', async () => {
    const { output, text } = await use(context, 'analyze_file_structure', { file: 'web/models.py' });
    expect(output).toMatchObject({ module: 'web.models', total_lines: 36 });
    expect(text.split('\n').slice(1)).toEqual([
      '  TIMEOUT: int = 30  [7]',
      '  class Request  [10-25]',
      '    encoding = None  [11]',
      '    def __init__(self, url, hooks=None)  [13-17]',
      '    self.url = url  [14]',
      '    self.hooks = default_hooks()  [15]',
      '    def register_hook  [19-21]',
      '    def host(self)  [23-25]',
      '  class PreparedRequest(Request)  [28-32]',
      '    def send  [29-32]',
      '  code of the module  [35-36]',
    ]);
  });
  it('says that a file is no Python source', async () => {
    const { output } = await use(context, 'analyze_file_structure', { file: 'README.md' });
    expect(output).toMatchObject({
      found: false,
      reason: expect.stringContaining('is not Python source in the graph'),
    });
  });
});
