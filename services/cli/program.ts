import { Command } from 'commander';
import { packageVersion } from '../package-root.ts';
import type { CliContext } from './context.ts';
import { registerDemo } from './demo-command.ts';
import { registerGraph } from './graph-command.ts';
import { registerIndex } from './index-command.ts';
import { registerLocate } from './locate-command.ts';
import { registerRepair } from './repair-command.ts';
import { registerRuns } from './runs-command.ts';
import { registerServe } from './serve-command.ts';
import { registerTool } from './tool-command.ts';

const overview = `
Examples:
  mendgraph demo                                      watch a real repair, no set-up needed
  mendgraph repair --repo . --issue issue.md          find and prove a fix; print the patch
  mendgraph locate --repo . --issue issue.md          only say where the bug may be
  mendgraph index . --json                            what is in the code graph
  mendgraph serve --allow-root ~/projects             the same over HTTP

Exit codes: 0 done (repair: validated), 3 repair ended without a validated patch, 2 wrong usage, 1 error.`;

/** The whole command line, one `register…` a command. */
export function makeProgram(context: CliContext): Command {
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
  for (const register of [
    registerRepair,
    registerLocate,
    registerIndex,
    registerGraph,
    registerTool,
    registerRuns,
    registerServe,
    registerDemo,
  ])
    register(program, context);
  return program;
}
