import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { MendError } from '../../graph/kernel/errors.ts';
import { exportLines } from '../../graph/query/export.ts';
import { callGraph, openGraph } from '../compose-graph.ts';
import type { CliContext } from './context.ts';
import { refOption, repositoryHelp, withRepository } from './repository.ts';

const help = `
Examples:
  mendgraph graph export . --format jsonl > graph.jsonl
  mendgraph graph export . | grep '"kind":"CALLS"' | wc -l
  mendgraph graph export . --format pycg > callgraph.json
  mendgraph graph export src/shop --root src --format pycg

jsonl: each line is {"type": "entity", …} or {"type": "relation", …}; lines of code are those of "def" or "class".
pycg:  one object {caller: [callees]} in the names of PyCG, with builtins, lambdas and outside libraries.`;

/** Lines are joined to about this many characters a write. */
const chunkCharacters = 64 * 1024;

interface Options {
  readonly format: 'jsonl' | 'pycg';
  readonly root?: string;
  readonly ref?: string;
}

async function printLines({ signal, progress, print }: CliContext, folder: string): Promise<void> {
  const store = await openGraph(folder, { signal, onProgress: progress.step });
  progress.stop();
  try {
    let chunk = '';
    for await (const line of exportLines(store)) {
      chunk += `${line}\n`;
      if (chunk.length < chunkCharacters) continue;
      await print(chunk);
      signal.throwIfAborted();
      chunk = '';
    }
    await print(chunk);
  } finally {
    await store.close();
  }
}

async function printCallGraph(
  { signal, progress, print }: CliContext,
  folder: string,
  root: string,
): Promise<void> {
  const graph = await callGraph({ folder, root, signal, onProgress: progress.step });
  progress.stop();
  await print(`${JSON.stringify(graph, null, 2)}\n`);
}

const usage = (message: string): MendError =>
  new MendError('USAGE', message, { hint: 'see: mendgraph graph export --help' });

/** `mendgraph graph export REPO --format jsonl|pycg [--root DIR]`. */
export function registerGraphExport(graph: Command, context: CliContext): void {
  graph
    .command('export')
    .description('print every entity and relation, or who calls whom')
    .argument('[repo]', `${repositoryHelp}; may be left out when --root is given`)
    .addOption(refOption())
    .addOption(new Option('--format <format>', 'how to print it').choices(['jsonl', 'pycg']).default('jsonl'))
    .option('--root <dir>', 'pycg: folder that module names and imports start from (default: <repo>)')
    .addHelpText('after', help)
    .action(async (repo: string | undefined, { format, root, ref }: Options) => {
      const name = repo ?? root;
      if (name === undefined) throw usage("missing required argument 'repo'");
      if (format !== 'pycg' && root !== undefined) throw usage('--root goes with --format pycg');
      await withRepository(context, { repo: name, ref }, (source) =>
        format === 'pycg'
          ? printCallGraph(
              context,
              source.root,
              root === undefined ? source.root : resolve(context.cwd, root),
            )
          : printLines(context, source.root),
      );
    });
}
