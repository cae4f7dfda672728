import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../graph/kernel/clock.ts';
import { registry } from '../../toolkit/registry.ts';
import { openGraph } from '../compose-graph.ts';
import { loadMcpToken } from '../config/mcp.ts';
import { serveOverHttp } from '../mcp/over-http.ts';
import { serveOverStdio } from '../mcp/over-stdio.ts';
import type { McpParts } from '../mcp/server.ts';
import { packageVersion } from '../package-root.ts';
import { openProject } from '../project.ts';
import { type Address, address } from './address.ts';
import type { CliContext } from './context.ts';

const help = `
Examples:
  mendgraph mcp --repo ~/projects/shop                   over stdin and stdout, as most clients want it
  mendgraph mcp --repo ~/projects/shop --http 8090       at http://127.0.0.1:8090/mcp
  MENDGRAPH_MCP_TOKEN=… mendgraph mcp --http 0.0.0.0:8090

The repository is only read, and looked at again when it has changed.`;

interface McpFlags {
  readonly repo: string;
  readonly http?: Address;
  readonly structured?: boolean;
}

async function run({ repo, http, structured = false }: McpFlags, context: CliContext): Promise<void> {
  const { cwd, signal, logger, streams, progress } = context;
  const token = loadMcpToken();
  const project = openProject({ root: resolve(cwd, repo), openGraph, clock: systemClock, logger, signal });
  const parts: McpParts = { project, tools: registry, structured, version: packageVersion(), logger };
  try {
    // A folder that can't be indexed is told to the person who starts the server, not to the first who asks.
    await project.use(async () => {}, progress.step);
    progress.stop();
    if (!http) await serveOverStdio(parts, streams, signal);
    else
      await serveOverHttp(parts, {
        ...http,
        token,
        signal,
        onListening: (url) => void streams.stderr.write(`listening on ${url}\n`),
      });
  } finally {
    await project.close();
  }
}

/** `mendgraph mcp`. */
export function registerMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('let other agents use the tools: a server of the Model Context Protocol')
    .option('--repo <dir>', 'folder of the repository', '.')
    .option(
      '--http <address>',
      'listen on HOST:PORT instead of stdin; a port alone is one of 127.0.0.1',
      address,
    )
    .option('--structured', 'give answers as typed JSON too')
    .addHelpText('after', help)
    .action((flags: McpFlags) => run(flags, context));
}
