import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

let context: ToolContext;
beforeAll(async () => {
  context = await toolContext(webSources, webExtras);
});

describe('show_file_imports', () => {
  it('gives names, aliases and targets, over several lines too', async () => {
    const { output } = await use(context, 'show_file_imports', { python_file_path: 'web/models.py' });
    expect(output).toMatchObject({
      total: 3,
      imports: [
        { line: 1, module: null, name: 'os', alias: null, targets: [] },
        {
          line: 3,
          module: '.hooks',
          name: 'default_hooks',
          targets: [{ qualified_name: 'web.hooks.default_hooks' }],
        },
        { line: 4, name: 'dispatch', alias: 'run', targets: [{ qualified_name: 'web.hooks.dispatch' }] },
      ],
    });
  });
  it('gives imports inside functions', async () => {
    const { output } = await use(context, 'show_file_imports', { python_file_path: 'web/sessions.py' });
    expect(output).toMatchObject({
      imports: [
        { name: 'dataclass' },
        { line: 12, name: 'web.hooks', is_nested: true, targets: [{ kind: 'file' }] },
      ],
    });
  });
  it('reads every form', async () => {
    const forms = await toolContext({
      'a.py':
        'from __future__ import annotations, division\nfrom . import *\nfrom ..b import (c as d,)\nimport x . y as z, q\n',
    });
    const { output } = await use(forms, 'show_file_imports', { python_file_path: 'a.py' });
    const rows = (output as { imports: { module: string | null; name: string; alias: string | null }[] })
      .imports;
    expect(rows.map(({ module, name, alias }) => [module, name, alias])).toEqual([
      ['__future__', 'annotations', null],
      ['__future__', 'division', null],
      ['.', '*', null],
      ['..b', 'c', 'd'],
      [null, 'x.y', 'z'],
      [null, 'q', null],
    ]);
  });
});
