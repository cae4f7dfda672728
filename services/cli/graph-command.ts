import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../graph/kernel/clock.ts';
import type { CliContext } from './context.ts';
import { registerGraphExport } from './graph-export-command.ts';
import { registerGraphPush } from './graph-push-command.ts';
import { registerGraphQueries } from './graph-query-commands.ts';

/** `mendgraph graph …`. */
export function registerGraph(program: Command, context: CliContext): void {
  const graph = program.command('graph').description('ask the code graph, or hand it on');
  graph
    .command('stats')
    .description('how many entities and relations of each kind, and what was left out')
    .argument('[dir]', 'folder of the repository', '.')
    .option('--json', 'print one JSON document')
    .action(async (dir: string, { json = false }: { readonly json?: boolean }) => {
      const { indexRepository } = await import('../index-repository.ts');
      const { openGraph } = await import('../open-graph.ts');
      const { renderIndex } = await import('./render-index.ts');
      const { signal, progress, colours } = context;
      const options = { signal, onProgress: progress.step };
      const root = resolve(context.cwd, dir);
      const summary = await indexRepository({ openGraph, clock: systemClock }, root, options);
      progress.stop();
      if (json) await context.printJson(summary);
      else await context.print(renderIndex(summary, colours));
    });
  registerGraphQueries(graph, context);
  registerGraphExport(graph, context);
  registerGraphPush(graph, context);
}
