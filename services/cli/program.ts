import { Command } from 'commander';
import { packageVersion } from '../package-root.ts';
import type { CliContext } from './context.ts';

type Register = (program: Command, context: CliContext) => void;

/** Each is loaded only when it is called, so that a question to the graph does not wait for LangGraph and Fastify. */
const commands: Readonly<Record<string, () => Promise<Register>>> = {
  repair: async () => (await import('./repair-command.ts')).registerRepair,
  locate: async () => (await import('./locate-command.ts')).registerLocate,
  probe: async () => (await import('./probe-command.ts')).registerProbe,
  index: async () => (await import('./index-command.ts')).registerIndex,
  graph: async () => (await import('./graph-command.ts')).registerGraph,
  tool: async () => (await import('./tool-command.ts')).registerTool,
  tools: async () => (await import('./tool-command.ts')).registerTools,
  mcp: async () => (await import('./mcp-command.ts')).registerMcp,
  runs: async () => (await import('./runs-command.ts')).registerRuns,
  serve: async () => (await import('./serve-command.ts')).registerServe,
  demo: async () => (await import('./demo-command.ts')).registerDemo,
};

/** The command that is called, or all: for `--help`, and to suggest the nearest to one that is unknown. */
function wanted(argv: readonly string[]): readonly (() => Promise<Register>)[] {
  const name = argv.find((word) => !word.startsWith('-')) ?? '';
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command ? [command] : Object.values(commands);
}

const overview = `
Examples:
  mendgraph demo                                      watch a real repair, no set-up needed
  mendgraph repair --repo . --issue issue.md          find and prove a fix; print the patch
  mendgraph locate --repo . --issue issue.md          only say where the bug may be
  mendgraph probe --repo .                            how its tests run here, and what is missing
  mendgraph index . --json                            what is in the code graph
  mendgraph graph callers Cart.total                  who calls it
  mendgraph serve --allow-root ~/projects             the same over HTTP
  mendgraph mcp --repo ~/projects/shop                its tools for other agents

Exit codes: 0 done (repair: validated), 3 repair ended without a validated patch or probe without a test, 2 wrong usage, 1 error.`;

/** The command line, one `register…` a command; `argv` without the program's name. */
export async function makeProgram(context: CliContext, argv: readonly string[]): Promise<Command> {
  const program = new Command('mendgraph')
    .description('An issue and a repository go in; ranked, validated patches with evidence come out.')
    .version(packageVersion())
    .option('--verbose', 'diagnostics on stderr')
    .addHelpText('after', overview)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.print(text),
      writeErr: (text) => void context.streams.stderr.write(text),
    });
  for (const load of wanted(argv)) (await load())(program, context);
  return program;
}
