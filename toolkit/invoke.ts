import type { z } from 'zod';
import { MendError } from '../graph/kernel/errors.ts';
import { nearestNames } from '../graph/query/nearest.ts';
import type { Tool } from './define-tool.ts';
import { render } from './render.ts';
import type { ToolContext } from './tool-context.ts';

export interface ToolResult {
  /** As the tool's `output` describes it. */
  readonly output: unknown;
  /** The same for a reader, bounded. */
  readonly text: string;
}

export interface InvokeOptions {
  /** Bound of `text`; `defaultTokens` unless told, at least `leastTokens`. */
  readonly tokens?: number | undefined;
}

/** Throws `TOOL_UNKNOWN` with the nearest names. */
export function findTool(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.map((one) => one.name);
  const near = nearestNames(name, 3, {
    length: names.length,
    name: (index) => names[index] ?? '',
    count: () => 1,
  });
  const suggested = near
    .flat()
    .slice(0, 3)
    .map((index) => names[index]);
  throw new MendError('TOOL_UNKNOWN', `there is no tool "${name.slice(0, 100)}"`, {
    hint: `nearest: ${suggested.join(', ')}; all: ${names.join(', ')}`,
  });
}

type Issue = z.core.$ZodIssue;

function explain(issue: Issue, input: z.ZodObject, raw: unknown): string {
  const parameters = Object.keys(input.shape).join(', ');
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.join(', ')}: no such parameter; there are ${parameters}`;
  const name = issue.path.join('.');
  if (name === '') return `give an object with ${parameters}`;
  const isMissing = typeof raw === 'object' && raw !== null && !(name in raw);
  if (isMissing) return `${name}: missing`;
  return `${name}: ${issue.message}`;
}

/**
 * Runs a tool by name on whatever input came in. Throws `TOOL_UNKNOWN` with the nearest names, `TOOL_INPUT` with
 * what is wrong for each parameter, `PATH_OUTSIDE` for a path that leads out of the repository.
 */
export async function invoke(
  tools: readonly Tool[],
  name: string,
  rawInput: unknown,
  context: ToolContext,
  { tokens }: InvokeOptions = {},
): Promise<ToolResult> {
  const tool = findTool(tools, name);
  const input = tool.input.safeParse(rawInput);
  if (!input.success) {
    const reasons = input.error.issues.map((issue) => explain(issue, tool.input, rawInput));
    throw new MendError('TOOL_INPUT', `${name} can't take this input: ${reasons.join('; ')}`, {
      hint: tool.description,
    });
  }
  const output = tool.output.parse(await tool.run(input.data, context));
  return { output, text: render(tool.text(output, input.data), tokens) };
}
