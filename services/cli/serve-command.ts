import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { SandboxName } from '../../toolkit/sandbox/choice.ts';
import { openRuns, repairDependencies } from '../compose.ts';
import { makeAllowedRoots } from '../http/allowed-roots.ts';
import { makeRepairService } from '../http/repair-service.ts';
import { serve } from '../http/serve.ts';
import { packageVersion } from '../package-root.ts';
import type { CliContext } from './context.ts';
import { defaultMaxTimeSeconds } from './repair-command.ts';
import { sandboxOption } from './sandbox-option.ts';
import { wholeNumber } from './whole-number.ts';

const help = `
Examples:
  mendgraph serve --allow-root ~/projects
  mendgraph serve --port 9000 --allow-root /srv/a --allow-root /srv/b
  curl -s http://127.0.0.1:8080/v1/repairs -H 'content-type: application/json' \\
    -d '{"issue": {"title": "…"}, "repository": {"path": "shop"}}'

The interface is described at /openapi.json. There is no log-in: keep it on the loopback address.`;

const collect = (folder: string, before: readonly string[]): readonly string[] => [...before, folder];

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly allowRoot: readonly string[];
  readonly concurrency: number;
  readonly sandbox: SandboxName;
}

async function run(context: CliContext, flags: ServeFlags): Promise<void> {
  const { cwd, signal, logger, streams } = context;
  const folders = flags.allowRoot.length > 0 ? flags.allowRoot.map((one) => resolve(cwd, one)) : [cwd];
  const roots = await makeAllowedRoots(folders);
  const runs = openRuns();
  try {
    await serve({
      ...flags,
      repairs: makeRepairService({
        dependencies: repairDependencies(runs, logger),
        roots,
        sandbox: flags.sandbox,
        concurrency: flags.concurrency,
        defaultMaxTimeSeconds,
      }),
      version: packageVersion(),
      signal,
      onListening(url, resumed) {
        streams.stderr.write(`listening on ${url}, for repositories below ${folders.join(', ')}\n`);
        if (resumed > 0) streams.stderr.write(`going on with ${resumed} runs of before\n`);
      },
      ...(context.verbose ? { logTo: streams.stderr } : {}),
    });
  } finally {
    runs.close();
  }
}

/** `mendgraph serve`. */
export function registerServe(program: Command, context: CliContext): void {
  program
    .command('serve')
    .description('answer over HTTP: take repairs in, run them in the background, hand out patches')
    .option('--port <number>', 'TCP port', wholeNumber(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--allow-root <dir>',
      'folder whose repositories may be repaired; repeatable (default: here)',
      collect,
      [],
    )
    .option(
      '--concurrency <number>',
      'repairs at once',
      wholeNumber(1, 64),
      Math.max(1, Math.floor(availableParallelism() / 2)),
    )
    .addOption(sandboxOption('where tests run').default('bubblewrap'))
    .addHelpText('after', help)
    .action((flags: ServeFlags) => run(context, flags));
}
