import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { registerGraphExport } from './graph-export-command.ts';
import { registerGraphPush } from './graph-push-command.ts';
import { registerGraphQueries } from './graph-query-commands.ts';
import { repositoryHelp } from './repository.ts';

/** `mendgraph graph …`. */
export function registerGraph(program: Command, context: CliContext): void {
  const graph = program.command('graph').description('ask the code graph, or hand it on');
  graph
    .command('stats')
    .description('how many entities and relations of each kind, and what was left out')
    .argument('[repo]', repositoryHelp, '.')
    .option('--json', 'print one JSON document')
    .action(async (name: string, { json = false }: { readonly json?: boolean }) => {
      const { printSummary } = await import('./print-summary.ts');
      await printSummary(context, name, json);
    });
  registerGraphQueries(graph, context);
  registerGraphExport(graph, context);
  registerGraphPush(graph, context);
}
