import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { printSummary } from './print-summary.ts';
import { refOption, repositoryHelp } from './repository.ts';

const help = `
Examples:
  mendgraph index .
  mendgraph index ~/projects/shop --json
  mendgraph index shop-1.2.tar.gz
  mendgraph index https://example.org/shop.git --ref v1.2

The graph is kept and taken again as long as the files are the same; what changed is parsed anew.`;

interface IndexFlags {
  readonly ref?: string;
  readonly json?: boolean;
}

/** `mendgraph index REPO [--ref REF] [--json]`. */
export function registerIndex(program: Command, context: CliContext): void {
  program
    .command('index')
    .description('build the code graph of a repository and say what is in it; nothing of its code runs')
    .argument('<repo>', repositoryHelp)
    .addOption(refOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((repo: string, { ref, json = false }: IndexFlags) => printSummary(context, { repo, ref }, json));
}
