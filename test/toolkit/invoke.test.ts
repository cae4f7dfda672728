import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../toolkit/define-tool.ts';
import { invoke } from '../../toolkit/invoke.ts';
import { registry } from '../../toolkit/registry.ts';
import { tokensOf } from '../../toolkit/tokens.ts';
import type { ToolContext } from '../../toolkit/tool-context.ts';
import { toolContext } from '../builders/tool-context.ts';
import { webExtras, webSources } from '../builders/web-sources.ts';

describe('invoke', () => {
  let context: ToolContext;
  beforeAll(async () => {
    context = await toolContext(webSources, webExtras);
  });
  const call = (name: string, input: unknown) => invoke(registry, name, input, context);

  it('names the tools nearest to an unknown one', async () => {
    await expect(call('read_file', {})).rejects.toMatchObject({
      code: 'TOOL_UNKNOWN',
      message: 'there is no tool "read_file"',
      hint: expect.stringMatching(/^nearest: read_file_lines, /),
    });
  });

  it.each([
    [{}, 'file_path: missing'],
    [{ file_path: 3 }, 'file_path: Invalid input: expected string, received number'],
    [{ file_path: 'a', start_line: 0 }, 'start_line: Too small: expected number to be >=1'],
    [{ file_path: 'a', line: 1 }, 'line: no such parameter; there are file_path, start_line, end_line'],
    ['web/models.py', 'give an object with file_path, start_line, end_line'],
    [null, 'give an object with file_path, start_line, end_line'],
  ])('says what is wrong with %j', async (input, reason) => {
    await expect(call('read_file_lines', input)).rejects.toMatchObject({
      code: 'TOOL_INPUT',
      message: expect.stringContaining(reason),
    });
  });

  it('gives the result typed, and as text within the bound asked for', async () => {
    const { output, text } = await invoke(
      registry,
      'read_file_lines',
      { file_path: 'web/models.py' },
      context,
      {
        tokens: 200,
      },
    );
    expect(output).toHaveProperty('lines.length', 36);
    expect(tokensOf(text)).toBeLessThanOrEqual(200);
    expect(text).toMatch(/For more: start_line=\d+\.$/);
  });

  it('does not let a tool give what it did not promise', async () => {
    const liar = defineTool({
      name: 'liar',
      description: 'Promises a number.',
      input: z.strictObject({}),
      output: z.number(),
      run: async () => 'text' as unknown as number,
      text: () => ({ lead: '', entries: [], offset: 0, total: 0, unit: 'lies' }),
    });
    await expect(invoke([liar], 'liar', {}, context)).rejects.toThrow();
  });
});

describe('the registry', () => {
  it('holds the tools of the paper that only read, each described in JSON Schema', () => {
    expect(registry.map(({ name }) => name).sort()).toEqual([
      'analyze_file_structure',
      'explore_directory',
      'extract_complete_method',
      'find_all_variables_named',
      'find_class_constructor',
      'find_files_containing',
      'find_methods_by_name',
      'find_variable_usage',
      'get_code_relationships',
      'list_class_attributes',
      'read_file_lines',
      'search_code_with_context',
      'show_file_imports',
    ]);
    for (const { input, output, description } of registry) {
      expect(z.toJSONSchema(input)).toMatchObject({ type: 'object', additionalProperties: false });
      expect(z.toJSONSchema(output)).toBeTruthy();
      expect(description.length).toBeGreaterThan(40);
    }
  });
});
