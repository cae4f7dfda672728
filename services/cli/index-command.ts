import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { printSummary } from './print-summary.ts';
import { repositoryHelp } from './repository.ts';

const help = `
Examples:
  mendgraph index .
  mendgraph index ~/projects/shop --json
  mendgraph index shop-1.2.tar.gz

The graph is kept and taken again as long as the files are the same; what changed is parsed anew.`;

/** `mendgraph index REPO [--json]`. */
export function registerIndex(program: Command, context: CliContext): void {
  program
    .command('index')
    .description('build the code graph of a repository and say what is in it; nothing of its code runs')
    .argument('<repo>', repositoryHelp)
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((name: string, { json = false }: { readonly json?: boolean }) =>
      printSummary(context, name, json),
    );
}
