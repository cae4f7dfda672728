import type { Command } from 'commander';
import { MendError } from '../../graph/kernel/errors.ts';
import type { CliContext } from './context.ts';
import { refOption, repositoryHelp, withRepository } from './repository.ts';

const help = `
Examples:
  mendgraph graph push . --neo4j bolt://127.0.0.1:7687
  MENDGRAPH_NEO4J_PASSWORD_FILE=~/.neo4j-password mendgraph graph push ~/projects/shop --neo4j neo4j+s://graph.example

User and password come from MENDGRAPH_NEO4J_USER (neo4j unless set) and MENDGRAPH_NEO4J_PASSWORD, or
MENDGRAPH_NEO4J_PASSWORD_FILE; the database from MENDGRAPH_NEO4J_DATABASE. The new graph is seen when all of it is
there; what was pushed before is as it was until then. docs/neo4j.md has queries to start with.`;

interface Flags {
  readonly ref?: string;
  readonly neo4j?: string;
  readonly json?: boolean;
}

async function push(context: CliContext, repo: string, { ref, neo4j, json = false }: Flags): Promise<void> {
  const [{ loadNeo4j }, { openGraph, openNeo4j }, { pushGraph }] = await Promise.all([
    import('../config/neo4j.ts'),
    import('../compose-graph.ts'),
    import('../push-graph.ts'),
  ]);
  const settings = loadNeo4j(neo4j);
  if (!settings)
    throw new MendError('USAGE', 'no Neo4j server is named', {
      hint: 'give --neo4j bolt://127.0.0.1:7687, or set MENDGRAPH_NEO4J_URI',
    });
  const { signal, progress } = context;
  const onSent = (done: number, total: number) => progress.step({ stage: 'push', done, total });
  const catalog = await openNeo4j(settings, onSent);
  try {
    const summary = await withRepository(context, { repo, ref }, async ({ root }) => {
      const store = await openGraph(root, { signal, onProgress: progress.step });
      return pushGraph(store, catalog, signal).finally(() => store.close());
    });
    progress.stop();
    if (json) return await context.printJson(summary);
    const { entities, relations, seconds, snapshot } = summary;
    await context.print(
      `pushed ${entities} entities and ${relations} relations in ${seconds.toFixed(1)} s\nsnapshot ${snapshot}\n`,
    );
  } finally {
    await catalog.close();
  }
}

/** `mendgraph graph push REPO --neo4j URI`. */
export function registerGraphPush(graph: Command, context: CliContext): void {
  graph
    .command('push')
    .description('copy the graph to a Neo4j server, for Neo4j Browser and for queries of your own')
    .argument('[repo]', repositoryHelp, '.')
    .addOption(refOption())
    .option('--neo4j <uri>', 'address of the server (default: MENDGRAPH_NEO4J_URI)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action((repo: string, flags: Flags) => push(context, repo, flags));
}
