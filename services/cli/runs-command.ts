import { resolve } from 'node:path';
import type { Command } from 'commander';
import { MendError } from '../../graph/kernel/errors.ts';
import { openRuns } from '../compose.ts';
import { resultOf, validatedPatch } from '../repair.ts';
import { repairDocument } from '../repair-document.ts';
import type { RunRecord, RunStore } from '../runs/port.ts';
import type { CliContext } from './context.ts';
import { renderRepair } from './render-repair.ts';
import { checkApplyTo } from './repository.ts';
import { describeEvent, found, runRepair } from './run-repair.ts';

const help = `
Examples:
  mendgraph runs list
  mendgraph runs show 20261201-041200123-a1b2c3 --patch
  mendgraph runs resume 20261201-041200123-a1b2c3`;

const repositoryOf = ({ root, options }: RunRecord): string => options.source?.name ?? root;

const summary = (record: RunRecord) => ({
  runId: record.id,
  state: record.state,
  outcome: record.outcome,
  createdAt: new Date(record.createdAt).toISOString(),
  repository: repositoryOf(record),
  title: record.title,
});

async function withRuns(work: (runs: RunStore) => Promise<void>): Promise<void> {
  const runs = openRuns();
  try {
    await work(runs);
  } finally {
    runs.close();
  }
}

async function show(
  context: CliContext,
  runs: RunStore,
  id: string,
  flags: { json?: boolean; patch?: boolean },
): Promise<void> {
  const record = found(runs, id);
  const result = resultOf(runs, record);
  if (flags.patch) {
    const patch = validatedPatch(result);
    if (patch === null)
      throw new MendError('NOT_FOUND', `run ${id} has no validated patch`, {
        hint: `mendgraph runs show ${id}`,
      });
    return context.print(patch);
  }
  if (flags.json)
    return context.printJson({ ...summary(record), error: record.error, ...repairDocument(result) });
  const { colours } = context;
  const events = runs
    .events(id)
    .slice(-5)
    .map((event) => `  ${describeEvent(event)}`);
  const error = record.error ? `  error: ${record.error.message}\n` : '';
  const head = `${colours.bold(record.title)}\n  ${record.state}, ${repositoryOf(record)}\n${error}`;
  if (record.state === 'finished') return context.print(head + renderRepair(result, colours));
  return context.print(`${head}${events.join('\n')}\n`);
}

const row = ({ id, state, outcome, title }: RunRecord): string =>
  `${id}  ${(outcome ?? state).padEnd(11)}  ${title.slice(0, 70)}`;

/** `mendgraph runs list|show|resume`. */
export function registerRuns(program: Command, context: CliContext): void {
  const runsCommand = program
    .command('runs')
    .description('past and interrupted repairs')
    .addHelpText('after', help);
  runsCommand
    .command('list')
    .description('all runs, newest first')
    .option('--limit <n>', 'at most this many', '50')
    .option('--json', 'print one JSON document')
    .action(({ limit, json }: { limit: string; json?: boolean }) =>
      withRuns(async (runs) => {
        const records = runs.list({ limit: Math.max(1, Number.parseInt(limit, 10) || 50) });
        if (json) await context.printJson({ runs: records.map(summary) });
        else await context.print(`${records.map(row).join('\n') || 'no runs yet'}\n`);
      }),
    );
  runsCommand
    .command('show')
    .description('what a run has come to')
    .argument('<run>', 'id of the run')
    .option('--patch', 'print the validated patch alone')
    .option('--json', 'print one JSON document')
    .action((id: string, flags: { json?: boolean; patch?: boolean }) =>
      withRuns((runs) => show(context, runs, id, flags)),
    );
  runsCommand
    .command('resume')
    .description('go on with a run that was interrupted or killed, where it was')
    .argument('<run>', 'id of the run')
    .option('--out <file>', 'write the validated patch to this file')
    .option('--apply', 'apply the validated patch to the repository')
    .option('--json', 'print one JSON document')
    .action((id: string, { json = false, out, apply }: { json?: boolean; out?: string; apply?: boolean }) =>
      withRuns(async (runs) => {
        if (apply) checkApplyTo(runs.get(id));
        await runRepair(context, runs, id, {
          json,
          ...(out && { out: resolve(context.cwd, out) }),
          ...(apply && { apply }),
        });
      }),
    );
}
