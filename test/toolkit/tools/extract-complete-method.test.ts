import { beforeAll, describe, expect, it } from 'vitest';
import type { ToolContext } from '../../../toolkit/tool-context.ts';
import { methodEntity } from '../../builders/code-graph.ts';
import { toolContext, use } from '../../builders/tool-context.ts';
import { webExtras, webSources } from '../../builders/web-sources.ts';

describe('extract_complete_method', () => {
  let context: ToolContext;
  beforeAll(async () => {
    context = await toolContext(webSources, webExtras);
  });
  const extract = (input: unknown) => use(context, 'extract_complete_method', input);

  it('gives the whole source with its lines, decorators included', async () => {
    const { output, text } = await extract({ file: 'web/models.py', full_qualified_name: 'Request.host' });
    expect(output).toMatchObject({
      definitions: [{ lines: ['    @property', '    def host(self):', '        return self.url'] }],
    });
    expect(text).toContain('    23|     @property\n    24|     def host(self):');
  });

  it('gives classes too, and does without the file where the name is unique', async () => {
    const { output } = await extract({ full_qualified_name: 'PreparedRequest' });
    expect(output).toMatchObject({ definitions: [{ entity: { start_line: 28, end_line: 32 } }] });
    expect((await extract({ full_qualified_name: 'send' })).output).toMatchObject({ found: false });
  });

  it('gives all definitions of one name', async () => {
    const text =
      'class A:\n    @property\n    def x(self):\n        return 1\n\n    @x.setter\n    def x(self, v):\n        pass\n';
    const both = await toolContext(
      { 'a.py': text },
      {
        entities: [
          methodEntity('a.py', 'A.x', [2, 3, 4]),
          methodEntity('a.py', 'A.x', [6, 7, 8], { ordinal: 2 }),
        ],
      },
    );
    const { output, text: shown } = await use(both, 'extract_complete_method', {
      file: 'a.py',
      full_qualified_name: 'A.x',
    });
    expect(output).toHaveProperty('definitions.length', 2);
    expect(shown).toContain('It is defined 2 times.');
    expect(shown).toContain('     6|     @x.setter');
  });

  it('goes on where it was cut', async () => {
    const body = Array.from({ length: 700 }, (_, line) => `    total = total + ${line}  # step ${line}`);
    const large = await toolContext({ 'big.py': `def big(total):\n${body.join('\n')}\n` });
    let seen = '';
    for (let offset = 0, turn = 0; turn < 30; turn += 1) {
      const { text } = await use(large, 'extract_complete_method', { full_qualified_name: 'big', offset });
      expect(text.length).toBeLessThanOrEqual(8000);
      seen += text;
      const [, next] = /offset=(\d+)/.exec(text) ?? [];
      if (next === undefined) break;
      offset = Number(next);
    }
    for (const line of body) expect(seen).toContain(line);
  });
});
