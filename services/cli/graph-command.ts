import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { registerGraphExport } from './graph-export-command.ts';
import { registerGraphPush } from './graph-push-command.ts';
import { registerGraphQueries } from './graph-query-commands.ts';
import { refOption, repositoryHelp } from './repository.ts';

/** `mendgraph graph …`. */
export function registerGraph(program: Command, context: CliContext): void {
  const graph = program.command('graph').description('ask the code graph, or hand it on');
  graph
    .command('stats')
    .description('how many entities and relations of each kind, and what was left out')
    .argument('[repo]', repositoryHelp, '.')
    .addOption(refOption())
    .option('--json', 'print one JSON document')
    .action(
      async (repo: string, { ref, json = false }: { readonly ref?: string; readonly json?: boolean }) => {
        const { printSummary } = await import('./print-summary.ts');
        await printSummary(context, { repo, ref }, json);
      },
    );
  registerGraphQueries(graph, context);
  registerGraphExport(graph, context);
  registerGraphPush(graph, context);
}
