import type { Command } from 'commander';
import { systemClock } from '../../graph/kernel/clock.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import { shellTool } from '../../toolkit/registry.ts';
import type { SandboxName } from '../../toolkit/sandbox/choice.ts';
import { openGraph } from '../compose-graph.ts';
import type { OpenedShell } from '../compose-shell.ts';
import { loadMcpToken } from '../config/mcp.ts';
import { serveOverHttp } from '../mcp/over-http.ts';
import { serveOverStdio } from '../mcp/over-stdio.ts';
import type { McpParts } from '../mcp/server.ts';
import { packageVersion } from '../package-root.ts';
import { openProject, type Project } from '../project.ts';
import { type Address, address } from './address.ts';
import type { CliContext } from './context.ts';
import { type RepositoryFlags, refOption, repositoryHelp, withRepository } from './repository.ts';
import { sandboxOption } from './sandbox-option.ts';

const help = `
Examples:
  mendgraph mcp --repo ~/projects/shop                   over stdin and stdout, as most clients want it
  mendgraph mcp --repo ~/projects/shop --http 8090       at http://127.0.0.1:8090/mcp
  MENDGRAPH_MCP_TOKEN=… mendgraph mcp --http 0.0.0.0:8090
  mendgraph mcp --repo ~/projects/shop --shell           with ${shellTool.name}

The repository is only read, and looked at again when it has changed. Commands run on a throw-away copy of it.`;

interface McpFlags extends RepositoryFlags {
  readonly http?: Address;
  readonly structured?: boolean;
  readonly shell?: boolean;
  readonly sandbox?: SandboxName;
}

const shellFor = async (root: string, { shell, sandbox }: McpFlags, signal: AbortSignal) => {
  if (!shell && sandbox)
    throw new MendError('USAGE', '--sandbox says where commands run, and none may run here', {
      hint: 'add --shell, or leave --sandbox out',
    });
  if (!shell) return undefined;
  const { openShell } = await import('../compose-shell.ts');
  return openShell({ root, signal, ...(sandbox && { sandbox }) });
};

interface Asked {
  readonly project: Project;
  readonly opened: OpenedShell | undefined;
}

async function answer(
  { project, opened }: Asked,
  { http, structured = false }: McpFlags,
  context: CliContext,
) {
  const { signal, logger, streams } = context;
  const token = loadMcpToken();
  const shell = opened && { shell: opened.shell };
  const parts: McpParts = { project, ...shell, structured, version: packageVersion(), logger };
  if (!http) return serveOverStdio(parts, streams, signal);
  return serveOverHttp(parts, {
    ...http,
    token,
    signal,
    onListening: (url) => void streams.stderr.write(`listening on ${url}\n`),
  });
}

async function run(root: string, flags: McpFlags, context: CliContext): Promise<void> {
  const { signal, logger, progress } = context;
  const project = openProject({ root, openGraph, clock: systemClock, logger, signal });
  let opened: OpenedShell | undefined;
  try {
    // A folder or sandbox that will not do is told to the person who starts the server, not to the first who asks.
    await project.use(async () => {}, progress.step);
    progress.stop();
    opened = await shellFor(root, flags, signal);
    await answer({ project, opened }, flags, context);
  } finally {
    await opened?.close();
    await project.close();
  }
}

/** `mendgraph mcp`. */
export function registerMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .description('let other agents use the tools: a server of the Model Context Protocol')
    .option('--repo <repo>', repositoryHelp, '.')
    .addOption(refOption())
    .option(
      '--http <address>',
      'listen on HOST:PORT instead of stdin; a port alone is one of 127.0.0.1',
      address,
    )
    .option('--structured', 'give answers as typed JSON too')
    .option('--shell', `also offer ${shellTool.name}`)
    .addOption(sandboxOption(`with --shell, where commands run`))
    .addHelpText('after', help)
    .action((flags: McpFlags) => withRepository(context, flags, ({ root }) => run(root, flags, context)));
}
