import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RankedCandidate } from '../agents/domain/candidate.ts';
import type { OnRunEvent, RunEvent } from '../agents/domain/events.ts';
import { issueFrom } from '../agents/domain/issue.ts';
import type { Locations } from '../agents/domain/location.ts';
import type { BaseDocument, ReproductionDocument, RunMemory } from '../agents/domain/memory.ts';
import type { Roles } from '../agents/domain/roles.ts';
import { type Checkpointer, runRepairFlow } from '../agents/flow/repair-flow.ts';
import { rankNow } from '../agents/nodes/rank.ts';
import type { Clock } from '../graph/kernel/clock.ts';
import { MendError, toMendError } from '../graph/kernel/errors.ts';
import type { Logger } from '../graph/kernel/logger.ts';
import { openWorkspace } from '../toolkit/workspace/workspace.ts';
import { type OpenBudget, openBudget } from './budget.ts';
import type { OpenGraph } from './index-repository.ts';
import { makeRepositoryView } from './repository-view.ts';
import type { NewRun, Outcome, RunRecord, RunStore } from './runs/port.ts';
import { openSession } from './session.ts';

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

export interface RepairDependencies {
  readonly runs: RunStore;
  readonly roles: Roles;
  readonly openGraph: OpenGraph;
  readonly openCheckpoints: (file: string) => Checkpointer;
  readonly runFolder: (runId: string) => string;
  readonly clock: Clock;
  readonly logger: Logger;
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

function outcomeOf(memory: RunMemory): Outcome {
  const ranking = memory.ranking() ?? [];
  if (ranking[0]?.evidence.verdict === 'validated') return 'validated';
  if (ranking.length > 0) return 'unvalidated';
  return (memory.locations()?.entities.length ?? 0) + (memory.locations()?.files.length ?? 0) > 0
    ? 'located'
    : 'failed';
}

/** What the memory says the run has come to so far, whether it has ended or not. */
export function resultOf(runs: RunStore, record: RunRecord, timeIsUp = false): RepairResult {
  const memory = runs.memory(record.id);
  return {
    runId: record.id,
    outcome: record.outcome ?? outcomeOf(memory),
    locations: memory.locations() ?? null,
    candidates: memory.ranking() ?? [],
    base: memory.base() ?? null,
    reproduction: memory.reproduction() ?? null,
    timeIsUp,
    seconds: Math.round(record.activeMs) / 1_000,
  };
}

interface Running {
  readonly record: RunRecord;
  readonly memory: RunMemory;
  readonly budget: OpenBudget;
  readonly emit: OnRunEvent;
}

/** The flow from where it stands to its end; a flow that time cut short leaves what it has. */
async function runFlow(
  dependencies: RepairDependencies,
  { record, memory, budget, emit }: Running,
): Promise<void> {
  const dir = dependencies.runFolder(record.id);
  await mkdir(dir, { recursive: true });
  const session = openSession({
    root: record.root,
    dir,
    options: record.options,
    openGraph: dependencies.openGraph,
    logger: dependencies.logger,
    onProgress: ({ stage, done, total }) =>
      emit({
        type: 'progress',
        stage: 'prepare',
        text: stage,
        done,
        ...(total === undefined ? {} : { total }),
      }),
    signal: budget.signal,
  });
  try {
    await runRepairFlow(
      {
        issue: issueFrom(record.issueText),
        session,
        memory,
        roles: dependencies.roles,
        budget,
        emit,
        view: async () => makeRepositoryView(await session.graph(), (await session.workspace()).pristine),
        parallelism: availableParallelism(),
      },
      { runId: record.id, checkpointer: dependencies.openCheckpoints(join(dir, 'checkpoints.db')) },
    );
  } catch (error) {
    if (!budget.timeIsUp()) throw error;
    rankNow({ memory });
  } finally {
    await session.close();
  }
}

/** The patch that a reader may trust; `null` when none was validated. */
export function validatedPatch({ candidates }: Pick<RepairResult, 'candidates'>): string | null {
  const [best] = candidates;
  return best?.evidence.verdict === 'validated' ? best.patch : null;
}

async function applyToUser(
  { runFolder }: RepairDependencies,
  { id, root }: RunRecord,
  result: RepairResult,
): Promise<void> {
  const patch = validatedPatch(result);
  if (patch === null) return;
  const workspace = await openWorkspace({ root, dir: join(runFolder(id), 'workspace') });
  await workspace.applyToUser(patch);
}

async function removeFolder(dependencies: RepairDependencies, runId: string): Promise<void> {
  await rm(dependencies.runFolder(runId), { recursive: true, force: true }).catch((error: unknown) =>
    dependencies.logger.warn('the working folder of a run stays behind', { runId, error: String(error) }),
  );
}

/** Records how a run that did not come to its end stands: interrupted when the user stopped it, else failed. */
async function endBadly(
  dependencies: RepairDependencies,
  runId: string,
  thrown: unknown,
  stopped: boolean,
): Promise<MendError> {
  const error = toMendError(thrown);
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
  await removeFolder(dependencies, runId);
  return error;
}

/**
 * Executes a recorded run from where it stands, in this process, and gives what it has come to.
 * @throws MendError `CANCELLED` when stopped (the run is then interrupted), `RUN_STATE` when it can't be taken
 * up, and whatever made it fail
 */
export async function executeRepair(
  dependencies: RepairDependencies,
  runId: string,
  { signal, onEvent, apply = false }: ExecuteOptions,
): Promise<RepairResult> {
  const { runs, clock } = dependencies;
  const record = runs.claim(runId);
  const budget = openBudget({
    totalMs: record.options.maxTimeSeconds * 1_000,
    spentMs: record.activeMs,
    stop: signal,
    clock,
  });
  const emit = (event: RunEvent): void => {
    if (event.type !== 'progress') runs.record(runId, event);
    onEvent?.(event);
  };
  const ticking = setInterval(() => {
    try {
      runs.spend(runId, budget.spentMs());
    } catch (error) {
      // Only the clock's reading is lost; what matters is written, or fails, elsewhere.
      dependencies.logger.warn('the time spent was not recorded', { runId, error: String(error) });
    }
  }, 1_000);
  const memory = runs.memory(runId);
  try {
    await runFlow(dependencies, { record, memory, budget, emit });
    const outcome = outcomeOf(memory);
    runs.spend(runId, budget.spentMs());
    runs.end(runId, { state: 'finished', outcome });
    const result = resultOf(runs, { ...record, outcome, activeMs: budget.spentMs() }, budget.timeIsUp());
    if (apply) await applyToUser(dependencies, record, result);
    await removeFolder(dependencies, runId);
    return result;
  } catch (error) {
    throw await endBadly(dependencies, runId, error, signal.aborted);
  } finally {
    clearInterval(ticking);
    budget.close();
  }
}
