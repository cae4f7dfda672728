import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
});

describe('explore_directory', () => {
  it('lists folders with the files below, then files with sizes', async () => {
    const { output } = await use(context, 'explore_directory', {});
    expect(output).toMatchObject({
      entries: [
        { name: 'tests', kind: 'folder', files: 1 },
        { name: 'web', kind: 'folder', files: 4 },
        { name: 'README.md', kind: 'file', size: 43 },
      ],
    });
  });
  it('explains a miss', async () => {
    expect((await use(context, 'explore_directory', { dir_path: 'wep' })).output).toMatchObject({
      found: false,
      files: ['web'],
    });
    expect((await use(context, 'explore_directory', { dir_path: 'web/hooks.py' })).output).toMatchObject({
      found: false,
      reason: expect.stringContaining('is a file'),
    });
    await expect(use(context, 'explore_directory', { dir_path: '/' })).rejects.toMatchObject({
      code: 'PATH_OUTSIDE',
    });
  });
});
