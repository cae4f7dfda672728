import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { printSummary } from './print-summary.ts';

const help = `
Examples:
  mendgraph index .
  mendgraph index ~/projects/shop --json

The graph is kept and taken again as long as the files are the same; what changed is parsed anew.`;

/** `mendgraph index DIR [--json]`. */
export function registerIndex(program: Command, context: CliContext): void {
  program
    .command('index')
    .description("build the code graph of a folder and say what is in it; nothing of the folder's code runs")
    .argument('<dir>', 'folder of the repository')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((dir: string, { json = false }: { readonly json?: boolean }) => printSummary(context, dir, json));
}
