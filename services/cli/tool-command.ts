import { resolve } from 'node:path';
import type { Command } from 'commander';
import { MendError } from '../../graph/kernel/errors.ts';
import { openCheckoutView } from '../../toolkit/checkout-view.ts';
import { invoke } from '../../toolkit/invoke.ts';
import { registry } from '../../toolkit/registry.ts';
import { leastTokens } from '../../toolkit/render.ts';
import { openGraph } from '../compose-graph.ts';
import type { CliContext } from './context.ts';
import { wholeNumber } from './whole-number.ts';

const mostTokens = 1_000_000;

const help = `
Examples:
  mendgraph tool find_methods_by_name --json '{"name": "can_catch"}'
  mendgraph tool get_code_relationships --repo ~/projects/shop --json '{"full_qualified_name": "Cart.total"}'

Prints the text that an agent would read, or with --raw the typed answer as JSON. "mendgraph tools" lists them all.`;

interface ToolFlags {
  readonly repo: string;
  readonly json: string;
  readonly raw?: boolean;
  readonly tokens?: number;
}

function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MendError(
      'TOOL_INPUT',
      `--json is not JSON: ${cause instanceof Error ? cause.message : cause}`,
      {
        hint: `for example: --json '{"name": "can_catch"}'`,
        cause,
      },
    );
  }
}

async function runTool(
  name: string,
  { repo, json, raw = false, tokens }: ToolFlags,
  context: CliContext,
): Promise<void> {
  const { signal, progress } = context;
  const input = parseInput(json);
  const graph = await openGraph(resolve(context.cwd, repo), { signal, onProgress: progress.step });
  try {
    const view = await openCheckoutView(graph.snapshot.root);
    const { output, text } = await invoke(registry, name, input, { ...view, graph }, { tokens });
    progress.stop();
    if (raw) await context.printJson(output);
    else await context.print(`${text}\n`);
  } finally {
    await graph.close();
  }
}

/** `mendgraph tools`. */
export function registerTools(program: Command, context: CliContext): void {
  program
    .command('tools')
    .description('the read-only tools that agents look at a repository with')
    .action(() =>
      context.print(registry.map(({ name, description }) => `${name}\n  ${description}\n`).join('')),
    );
}

/** `mendgraph tool NAME --json INPUT`. */
export function registerTool(program: Command, context: CliContext): void {
  program
    .command('tool')
    .description('ask one tool about a repository')
    .argument('<name>', 'name of the tool')
    .option('--repo <dir>', 'folder of the repository', '.')
    .option('--json <input>', 'its parameters as a JSON object', '{}')
    .option(
      '--tokens <n>',
      'longest text to print, about that many tokens (2000)',
      wholeNumber(leastTokens, mostTokens),
    )
    .option('--raw', 'print the typed answer as JSON')
    .addHelpText('after', help)
    .action((name: string, flags: ToolFlags) => runTool(name, flags, context));
}
