import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { exportLines } from '../../graph/query/export.ts';
import { openGraph } from '../compose.ts';
import type { CliContext } from './context.ts';

const help = `
Examples:
  mendgraph graph export . --format jsonl > graph.jsonl
  mendgraph graph export . | grep '"kind":"CALLS"' | wc -l

Each line is {"type": "entity", …} or {"type": "relation", …}; lines of code are those of "def" or "class".`;

/** Lines are joined to about this many characters a write. */
const chunkCharacters = 64 * 1024;

/** `mendgraph graph export DIR --format jsonl`. */
export function registerGraph(program: Command, context: CliContext): void {
  const graph = program.command('graph').description('work with the code graph');
  graph
    .command('export')
    .description('print every entity and relation')
    .argument('<dir>', 'folder of the repository')
    .addOption(new Option('--format <format>', 'how to print it').choices(['jsonl']).default('jsonl'))
    .addHelpText('after', help)
    .action(async (dir: string) => {
      const { signal, progress } = context;
      const store = await openGraph(resolve(context.cwd, dir), { signal, onProgress: progress.step });
      progress.stop();
      try {
        let chunk = '';
        for await (const line of exportLines(store)) {
          chunk += `${line}\n`;
          if (chunk.length < chunkCharacters) continue;
          await context.print(chunk);
          signal.throwIfAborted();
          chunk = '';
        }
        await context.print(chunk);
      } finally {
        await store.close();
      }
    });
}
