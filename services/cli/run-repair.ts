import { writeFile } from 'node:fs/promises';
import type { RunEvent } from '../../agents/domain/events.ts';
import { MendError, toMendError } from '../../graph/kernel/errors.ts';
import { repairDependencies } from '../compose.ts';
import { endNow, executeRepair, type RepairResult, validatedPatch } from '../repair.ts';
import { repairDocument } from '../repair-document.ts';
import type { RunRecord, RunStore } from '../runs/port.ts';
import type { CliContext } from './context.ts';
import { renderRepair } from './render-repair.ts';
import { startWatchdog } from './watchdog.ts';

const exitCodes = { validated: 0, unvalidated: 3, located: 3, failed: 3 } as const;

export interface RunRepairOptions {
  readonly json: boolean;
  /** Absolute path for the validated patch. */
  readonly out?: string;
  readonly apply?: boolean;
}

export function describeEvent(event: RunEvent): string {
  switch (event.type) {
    case 'stage':
      return event.text;
    case 'progress':
      return event.total === undefined
        ? `${event.text} ${event.done}`
        : `${event.text} ${event.done}/${event.total}`;
    case 'candidate':
      return `change ${event.done}/${event.total}: ${event.verdict}, ${event.summary}`;
  }
}

/** Throws `NOT_FOUND`. */
export function found(runs: RunStore, id: string): RunRecord {
  const record = runs.get(id);
  if (record) return record;
  throw new MendError('NOT_FOUND', `no run ${id}`, { hint: 'mendgraph runs list shows them' });
}

async function writePatch(file: string, patch: string, runId: string): Promise<void> {
  await writeFile(file, patch).catch((error: unknown) => {
    const { code, message } = toMendError(error);
    throw new MendError(code, `the patch was not written: ${message}`, {
      hint: `it is kept: mendgraph runs show ${runId} --patch`,
      cause: error,
    });
  });
}

/** Executes a recorded run with progress, prints what it has come to and sets the exit code. */
export async function runRepair(
  context: CliContext,
  runs: RunStore,
  runId: string,
  options: RunRepairOptions,
): Promise<void> {
  const { progress, signal, logger, colours } = context;
  const tell = async (result: RepairResult): Promise<void> => {
    progress.stop();
    if (options.json) await context.printJson(repairDocument(result));
    else await context.print(renderRepair(result, colours));
    context.setExitCode(exitCodes[result.outcome]);
  };
  const record = found(runs, runId);
  const callOff = startWatchdog({
    leftMs: record.options.maxTimeSeconds * 1_000 - record.activeMs,
    async end() {
      const result = endNow(runs, runs.get(runId) ?? record);
      await tell(result);
      return exitCodes[result.outcome];
    },
  });
  let result: RepairResult;
  try {
    result = await executeRepair(repairDependencies(runs, logger), runId, {
      signal,
      apply: options.apply ?? false,
      onEvent: (event) => progress.say(describeEvent(event)),
    });
  } finally {
    // Whoever reads what is told may take any time.
    callOff();
  }
  const patch = validatedPatch(result);
  if (options.out && patch !== null) await writePatch(options.out, patch, runId);
  await tell(result);
}
