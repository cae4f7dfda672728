import { writeFile } from 'node:fs/promises';
import type { RunEvent } from '../../agents/domain/events.ts';
import { repairDependencies } from '../compose.ts';
import { executeRepair, type RepairResult, resultOf, validatedPatch } from '../repair.ts';
import { repairDocument } from '../repair-document.ts';
import type { RunStore } from '../runs/port.ts';
import type { CliContext } from './context.ts';
import { renderRepair } from './render-repair.ts';

/** A run that the abort did not end is ended this long after its time, milliseconds. */
const graceMs = 3_500;

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

/** Last resort: something holds the process beyond its time, so what there is is told and the process ends. */
function watch(
  runs: RunStore,
  runId: string,
  tell: (result: RepairResult) => Promise<void>,
): NodeJS.Timeout | undefined {
  const record = runs.get(runId);
  if (!record) return undefined;
  const leftMs = record.options.maxTimeSeconds * 1_000 - record.activeMs + graceMs;
  return setTimeout(
    async () => {
      const result = resultOf(runs, { ...(runs.get(runId) ?? record), outcome: null }, true);
      runs.end(runId, { state: 'finished', outcome: result.outcome });
      await tell(result);
      process.exit(exitCodes[result.outcome]);
    },
    Math.min(2 ** 31 - 1, Math.max(0, leftMs)),
  );
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
  const watchdog = watch(runs, runId, tell);
  try {
    const result = await executeRepair(repairDependencies(runs, logger), runId, {
      signal,
      apply: options.apply ?? false,
      onEvent: (event) => progress.say(describeEvent(event)),
    });
    const patch = validatedPatch(result);
    if (options.out && patch !== null) await writeFile(options.out, patch);
    await tell(result);
  } finally {
    clearTimeout(watchdog);
  }
}
