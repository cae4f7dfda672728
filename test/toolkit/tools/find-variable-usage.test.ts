import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

interface Output {
  readonly uses: readonly { readonly line: number; readonly kind: string; readonly expression: string }[];
}

describe('find_variable_usage', () => {
  let context: ToolContext;
  beforeAll(async () => {
    context = await toolContext(webSources, webExtras);
  });

  it('gives definitions, reads, writes, and users in other files', async () => {
    const { output, text } = await use(context, 'find_variable_usage', {
      file: 'web/models.py',
      variable_name: 'TIMEOUT',
    });
    expect(output).toMatchObject({
      definitions: [{ qualified_name: 'web.models.TIMEOUT', start_line: 7 }],
      counts: { write: 2, read: 1 },
      uses: [
        { line: 7, kind: 'write', inside: null },
        { line: 30, kind: 'read', inside: 'web.models.PreparedRequest.send', source: 'timeout = TIMEOUT' },
        { line: 36, kind: 'write' },
      ],
      elsewhere: [{ entity: { qualified_name: 'web.hooks.dispatch' }, lines: [6] }],
    });
    expect(text).toContain('Referred to from 1 place in other files:');
  });

  it('keeps to the owner before the dot', async () => {
    const find = async (variable_name: string) =>
      ((await use(context, 'find_variable_usage', { file: 'web/models.py', variable_name })).output as Output)
        .uses;
    expect((await find('self.hooks')).map(({ line, kind }) => [line, kind])).toEqual([
      [15, 'write'],
      [21, 'read'],
    ]);
    expect((await find('Request.hooks')).map(({ line }) => line)).toEqual([2, 13, 15, 16, 21]);
  });

  it('tells every way of binding from a read', async () => {
    const lines = [
      'import a.x, b as x',
      'from m import x as y, x',
      'global x',
      'def x(x, *, k=x): pass',
      'class x: pass',
      'for (x, [*x]) in x: pass',
      'with o as x: pass',
      'try: pass',
      'except E as x: pass',
      'x: int',
      'x: x = x',
      'x, o.x = o[x], x',
      'x += x',
      'print(x := x, x=x)',
      'del x, o.x',
      'lambda x, *x: x',
      '[x for x in x if x]',
      'f(x)[x].x = x.x',
    ];
    const forms = await toolContext({ 'a.py': `${lines.join('\n')}\n` });
    const { output } = await use(forms, 'find_variable_usage', {
      file: 'a.py',
      variable_name: 'x',
      limit: 200,
    });
    const kinds = lines.map((_, index) =>
      (output as Output).uses
        .filter(({ line }) => line === index + 1)
        .map(({ kind }) => kind)
        .join(' '),
    );
    expect(kinds).toEqual([
      'import import',
      'import import',
      'declaration',
      'definition parameter read',
      'definition',
      'write write read',
      'write',
      '',
      'write',
      'declaration',
      'write read read',
      'write write read read',
      'write read',
      'write read read',
      'delete delete',
      'parameter parameter read',
      'read write read read',
      'read read write read read',
    ]);
  });

  it('explains a miss with names that are alike', async () => {
    const { output } = await use(context, 'find_variable_usage', {
      file: 'web/models.py',
      variable_name: 'timout',
    });
    expect(output).toMatchObject({
      found: false,
      reason: expect.stringContaining('Alike in that file: timeout'),
    });
  });

  it('survives code nested as deep as one likes', async () => {
    const deep = await toolContext({ 'a.py': `x = ${'('.repeat(20_000)}x${')'.repeat(20_000)}\n` });
    const { output } = await use(deep, 'find_variable_usage', { file: 'a.py', variable_name: 'x' });
    expect(output).toMatchObject({ found: true });
  });
});
