import type { Command } from 'commander';
import { MendError } from '../../graph/kernel/errors.ts';
import { openCheckoutView } from '../../toolkit/checkout-view.ts';
import type { Tool } from '../../toolkit/define-tool.ts';
import { describeTool } from '../../toolkit/describe-tool.ts';
import { findTool, invoke } from '../../toolkit/invoke.ts';
import { registry, shellTool } from '../../toolkit/registry.ts';
import { leastTokens } from '../../toolkit/render.ts';
import type { SandboxName } from '../../toolkit/sandbox/choice.ts';
import { openGraph } from '../compose-graph.ts';
import type { OpenedShell } from '../compose-shell.ts';
import type { CliContext, CliStreams } from './context.ts';
import { type RepositoryFlags, refOption, repositoryHelp, withRepository } from './repository.ts';
import { sandboxOption } from './sandbox-option.ts';
import { wholeNumber } from './whole-number.ts';

const mostTokens = 1_000_000;

const all: readonly Tool[] = [...registry, shellTool];

const help = `
Examples:
  mendgraph tool find_methods_by_name --json '{"name": "can_catch"}'
  mendgraph tool get_code_relationships --repo ~/projects/shop --json '{"full_qualified_name": "Cart.total"}'
  mendgraph tool ${shellTool.name} --json '{"command": "python3 -m unittest"}'
  echo '{"file": "shop/cart.py"}' | mendgraph tool analyze_file_structure --json -

Prints the text that an agent would read, or with --raw the typed answer as JSON. "mendgraph tools" lists them all.`;

const toolsHelp = `
Examples:
  mendgraph tools
  mendgraph tools read_file_lines
  mendgraph tools --json`;

/** A longer input is none that a tool takes, bytes. */
const mostInput = 1024 * 1024;

interface ToolFlags extends RepositoryFlags {
  readonly json: string;
  readonly raw?: boolean;
  readonly tokens?: number;
  readonly sandbox?: SandboxName;
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

async function readInput(json: string, { stdin }: CliStreams): Promise<unknown> {
  if (json !== '-') return parseInput(json);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > mostInput)
      throw new MendError('TOOL_INPUT', 'the input on stdin is longer than 1 MiB', {
        hint: 'no tool takes so much; mendgraph tools NAME lists what one takes',
      });
    chunks.push(piece);
  }
  return parseInput(Buffer.concat(chunks).toString());
}

/** Loaded only where a command is to be run. */
async function shellFor(root: string, signal: AbortSignal, sandbox?: SandboxName): Promise<OpenedShell> {
  const { openShell } = await import('../compose-shell.ts');
  return openShell({ root, signal, ...(sandbox && { sandbox }) });
}

async function runTool(
  name: string,
  { repo, ref, json, raw = false, tokens, sandbox }: ToolFlags,
  context: CliContext,
): Promise<void> {
  const { signal, progress } = context;
  const input = await readInput(json, context.streams);
  const graph = await withRepository(context, { repo, ref }, (source) =>
    openGraph(source.root, { signal, onProgress: progress.step }),
  );
  const { root } = graph.snapshot;
  let opened: OpenedShell | undefined;
  try {
    if (name === shellTool.name) opened = await shellFor(root, signal, sandbox);
    const view = await openCheckoutView(root);
    const seen = { ...view, graph, ...(opened && { shell: opened.shell }) };
    const { output, text } = await invoke(all, name, input, seen, { tokens });
    progress.stop();
    if (raw) await context.printJson(output);
    else await context.print(`${text}\n`);
  } finally {
    await opened?.close();
    await graph.close();
  }
}

/** One parameter: its name, whether it may be left out, what it is. */
function parameterText(name: string, isNeeded: boolean, schema: unknown): string {
  const { description, type, enum: values, default: value } = schema as Record<string, unknown>;
  const kind = Array.isArray(values) ? values.join(' | ') : String(type ?? 'JSON');
  const otherwise =
    value === undefined ? (isNeeded ? '' : ', optional') : `, ${JSON.stringify(value)} unless given`;
  return `  ${name} (${kind}${otherwise})${description === undefined ? '' : `: ${description}`}\n`;
}

function toolText(tool: Tool): string {
  const { name, description, inputSchema } = describeTool(tool);
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  const parameters = Object.entries(properties).map(([parameter, schema]) =>
    parameterText(parameter, required.includes(parameter), schema),
  );
  return `${name}\n  ${description}\n\n${parameters.join('')}`;
}

const listed = ({ name, description }: Tool): string => `${name}\n  ${description}\n`;

async function listTools(name: string | undefined, json: boolean, context: CliContext): Promise<void> {
  const wanted = name === undefined ? all : [findTool(all, name)];
  if (json) await context.printJson(wanted.map(describeTool));
  else if (name !== undefined) await context.print(wanted.map(toolText).join(''));
  else
    await context.print(
      `${registry.map(listed).join('')}\nRuns commands; the others only read:\n${listed(shellTool)}`,
    );
}

/** `mendgraph tools`. */
export function registerTools(program: Command, context: CliContext): void {
  program
    .command('tools')
    .description('the tools that agents look at a repository with')
    .argument('[name]', 'tell the parameters of this one')
    .option('--json', 'print descriptions and JSON Schemas')
    .addHelpText('after', toolsHelp)
    .action((name: string | undefined, { json = false }: { json?: boolean }) =>
      listTools(name, json, context),
    );
}

/** `mendgraph tool NAME --json INPUT`. */
export function registerTool(program: Command, context: CliContext): void {
  program
    .command('tool')
    .description('ask one tool about a repository')
    .argument('<name>', 'name of the tool')
    .option('--repo <repo>', repositoryHelp, '.')
    .addOption(refOption())
    .option('--json <input>', 'its parameters as a JSON object; "-" reads them from stdin', '{}')
    .option(
      '--tokens <n>',
      'longest text to print, about that many tokens (2000)',
      wholeNumber(leastTokens, mostTokens),
    )
    .addOption(sandboxOption(`where ${shellTool.name} runs commands`))
    .option('--raw', 'print the typed answer as JSON')
    .addHelpText('after', help)
    .action((name: string, flags: ToolFlags) => runTool(name, flags, context));
}
