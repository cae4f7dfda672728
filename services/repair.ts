import { dirname, join } from 'node:path';
import type { RankedCandidate } from '../agents/domain/candidate.ts';
import type { OnRunEvent, RunEvent } from '../agents/domain/events.ts';
import { issueFrom } from '../agents/domain/issue.ts';
import type { Locations } from '../agents/domain/location.ts';
import type { BaseDocument, ReproductionDocument, RunMemory } from '../agents/domain/memory.ts';
import { rankNow } from '../agents/nodes/rank.ts';
import type { Clock } from '../graph/kernel/clock.ts';
import { MendError, toMendError } from '../graph/kernel/errors.ts';
import { removeFolder } from '../toolkit/sandbox/remove-folder.ts';
import { openWorkspace } from '../toolkit/workspace/workspace.ts';
import { openBudget } from './budget.ts';
import { type FlowDependencies, runFlow } from './run-flow.ts';
import type { NewRun, Outcome, RunRecord, RunStore } from './runs/port.ts';
import { pruneRunFolders } from './runs/prune-folders.ts';

/** What a run has come to. */
export interface RepairResult {
  readonly runId: string;
  readonly outcome: Outcome;
  readonly locations: Locations | null;
  /** Best first; only the first may be validated without others being so too. */
  readonly candidates: readonly RankedCandidate[];
  readonly base: BaseDocument | null;
  readonly reproduction: ReproductionDocument | null;
  readonly timeIsUp: boolean;
  readonly seconds: number;
}

export interface RepairDependencies extends FlowDependencies {
  readonly runs: RunStore;
  readonly runFolder: (runId: string) => string;
  readonly clock: Clock;
}

export interface ExecuteOptions {
  /** The user's wish to stop: the run is then interrupted, and can be resumed. */
  readonly signal: AbortSignal;
  readonly onEvent?: OnRunEvent;
  /** Write the validated patch into the user's folder. */
  readonly apply?: boolean;
}

/** Records a run, to be executed now or later. Throws `ISSUE_INVALID`. */
export function startRepair(
  { runs }: Pick<RepairDependencies, 'runs'>,
  run: Omit<NewRun, 'title'>,
): RunRecord {
  return runs.create({ ...run, title: issueFrom(run.issueText).title });
}

const placesOf = (memory: RunMemory): Locations | undefined => memory.locations() ?? memory.draft();

function outcomeOf(memory: RunMemory): Outcome {
  const ranking = memory.ranking() ?? [];
  if (ranking[0]?.evidence.verdict === 'validated') return 'validated';
  if (ranking.length > 0) return 'unvalidated';
  const { entities, files } = placesOf(memory) ?? { entities: [], files: [] };
  return entities.length + files.length > 0 ? 'located' : 'failed';
}

/** The user knows what was named, not the folder that we keep it in. */
function baseOf(memory: RunMemory, { options: { source } }: RunRecord): BaseDocument | null {
  const base = memory.base();
  if (!base) return null;
  return source ? { ...base, root: source.name, commit: source.commit } : base;
}

/** What the memory says the run has come to so far, whether it has ended or not. */
export function resultOf(runs: RunStore, record: RunRecord, timeIsUp = false): RepairResult {
  const memory = runs.memory(record.id);
  return {
    runId: record.id,
    outcome: record.outcome ?? outcomeOf(memory),
    locations: placesOf(memory) ?? null,
    candidates: memory.ranking() ?? [],
    base: baseOf(memory, record),
    reproduction: memory.reproduction() ?? null,
    timeIsUp,
    seconds: Math.round(record.activeMs) / 1_000,
  };
}

/** The patch that a reader may trust; `null` when none was validated. */
export function validatedPatch({ candidates }: Pick<RepairResult, 'candidates'>): string | null {
  const [best] = candidates;
  return best?.evidence.verdict === 'validated' ? best.patch : null;
}

/** Ends a run with what it has found so far, from outside of whatever it is doing. */
export function endNow(runs: RunStore, record: RunRecord): RepairResult {
  rankNow({ memory: runs.memory(record.id) });
  const result = resultOf(runs, { ...record, outcome: null }, true);
  runs.end(record.id, { state: 'finished', outcome: result.outcome });
  return result;
}

/** What can't be removed now is removed when a later run starts. */
async function cleanUp({ runFolder, logger }: RepairDependencies, runId: string): Promise<void> {
  await removeFolder(runFolder(runId)).catch((error: unknown) =>
    logger.warn('the working folder of a run stays behind', { runId, error: String(error) }),
  );
}

async function prune({ runFolder, runs, clock, logger }: RepairDependencies, runId: string): Promise<void> {
  const request = { folder: dirname(runFolder(runId)), runs, now: clock.now() };
  await pruneRunFolders(request).catch((error: unknown) =>
    logger.warn('working folders of earlier runs stay behind', { error: String(error) }),
  );
}

/** The run has ended by now, so whatever stands in the way leaves the patch where it can be had. */
async function applyToUser(
  { runFolder }: RepairDependencies,
  { id, root }: RunRecord,
  result: RepairResult,
): Promise<void> {
  const patch = validatedPatch(result);
  if (patch === null) return;
  try {
    const workspace = await openWorkspace({ root, dir: join(runFolder(id), 'workspace') });
    await workspace.applyToUser(patch);
  } catch (error) {
    const { code, message, hint = 'nothing was written' } = toMendError(error);
    throw new MendError(code, `a patch was validated, but not applied: ${message}`, {
      hint: `${hint}; the patch: mendgraph runs show ${id} --patch`,
      cause: error,
    });
  }
}

/** A full disk is no fault of the run: it can go on when there is room, even if not so much can be written down. */
function putOff({ runs, logger }: RepairDependencies, runId: string, cause: MendError): MendError {
  try {
    runs.end(runId, { state: 'interrupted' });
  } catch (error) {
    // Its owner is gone in a moment, which says the same.
    logger.warn('the interruption was not recorded', { runId, error: String(error) });
  }
  return new MendError('DISK_FULL', cause.message, {
    hint: `free some space, then go on with: mendgraph runs resume ${runId}`,
    cause,
  });
}

/** Records how a run that did not come to its end stands: interrupted when the user stopped it, else failed. */
async function endBadly(
  dependencies: RepairDependencies,
  runId: string,
  thrown: unknown,
  stopped: boolean,
): Promise<MendError> {
  const error = toMendError(thrown);
  if (error.code === 'DISK_FULL') return putOff(dependencies, runId, error);
  if (stopped) {
    dependencies.runs.end(runId, { state: 'interrupted' });
    return new MendError('CANCELLED', `run ${runId} was interrupted`, {
      hint: `go on with: mendgraph runs resume ${runId}`,
      cause: error,
    });
  }
  const { code, message, hint } = error;
  dependencies.runs.end(runId, {
    state: 'failed',
    outcome: 'failed',
    error: { code, message, ...(hint ? { hint } : {}) },
  });
  await cleanUp(dependencies, runId);
  return error;
}

/** Executes a claimed run and records its end. */
async function execute(
  dependencies: RepairDependencies,
  record: RunRecord,
  { signal, onEvent }: ExecuteOptions,
): Promise<RepairResult> {
  const { runs, clock, logger, runFolder } = dependencies;
  const { id } = record;
  const totalMs = record.options.maxTimeSeconds * 1_000;
  const budget = openBudget({ totalMs, spentMs: record.activeMs, stop: signal, clock });
  const emit = (event: RunEvent): void => {
    if (event.type !== 'progress') runs.record(id, event);
    onEvent?.(event);
  };
  const ticking = setInterval(() => {
    try {
      runs.spend(id, budget.spentMs());
    } catch (error) {
      // Only the clock's reading is lost; what matters is written, or fails, elsewhere.
      logger.warn('the time spent was not recorded', { runId: id, error: String(error) });
    }
  }, 1_000);
  const memory = runs.memory(id);
  try {
    await runFlow(dependencies, { record, memory, budget, emit, dir: runFolder(id) });
    const outcome = outcomeOf(memory);
    runs.spend(id, budget.spentMs());
    runs.end(id, { state: 'finished', outcome });
    return resultOf(runs, { ...record, outcome, activeMs: budget.spentMs() }, budget.timeIsUp());
  } catch (error) {
    throw await endBadly(dependencies, id, error, signal.aborted);
  } finally {
    clearInterval(ticking);
    budget.close();
  }
}

/**
 * Executes a recorded run from where it stands, in this process, and gives what it has come to.
 * @throws MendError `CANCELLED` when stopped (the run is then interrupted), `RUN_STATE` when it can't be taken
 * up, `PATCH_REJECTED` when the user's files have changed and `apply` is set, and whatever made it fail
 */
export async function executeRepair(
  dependencies: RepairDependencies,
  runId: string,
  options: ExecuteOptions,
): Promise<RepairResult> {
  const record = dependencies.runs.claim(runId);
  await prune(dependencies, runId);
  const result = await execute(dependencies, record, options);
  try {
    if (options.apply) await applyToUser(dependencies, record, result);
  } finally {
    await cleanUp(dependencies, runId);
  }
  return result;
}
