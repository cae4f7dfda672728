import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../graph/kernel/clock.ts';
import { indexRepository } from '../index-repository.ts';
import { openGraph } from '../open-graph.ts';
import type { CliContext } from './context.ts';
import { renderIndex } from './render-index.ts';

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
    .action(async (dir: string, { json = false }: { readonly json?: boolean }) => {
      const { signal, progress, colours } = context;
      const summary = await indexRepository({ openGraph, clock: systemClock }, resolve(context.cwd, dir), {
        signal,
        onProgress: progress.step,
      });
      progress.stop();
      if (json) await context.printJson(summary);
      else await context.print(renderIndex(summary, colours));
    });
}
