import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { OnRunEvent } from '../agents/domain/events.ts';
import { issueFrom } from '../agents/domain/issue.ts';
import type { RunMemory } from '../agents/domain/memory.ts';
import type { Roles } from '../agents/domain/roles.ts';
import type { RunBudget, RunSession } from '../agents/domain/session.ts';
import { type Checkpointer, runRepairFlow } from '../agents/flow/repair-flow.ts';
import { rankNow } from '../agents/nodes/rank.ts';
import { MendError } from '../graph/kernel/errors.ts';
import type { Logger } from '../graph/kernel/logger.ts';
import type { OpenEditedGraph } from '../toolkit/ask-checkout.ts';
import type { OpenGraph } from './index-repository.ts';
import { makeRepositoryView } from './repository-view.ts';
import type { RunRecord } from './runs/port.ts';
import { openSession } from './session.ts';

/** The open file of one run's checkpoints. */
export interface Checkpoints {
  readonly checkpointer: Checkpointer;
  close(): void;
}

export interface FlowDependencies {
  readonly roles: Roles;
  readonly openGraph: OpenGraph;
  /** Keeps the graphs of edited checkouts in that folder. */
  readonly editedGraphs: (dir: string, signal: AbortSignal) => OpenEditedGraph;
  readonly openCheckpoints: (file: string) => Checkpoints;
  readonly logger: Logger;
}

export interface RunParts {
  readonly record: RunRecord;
  readonly memory: RunMemory;
  readonly budget: RunBudget;
  readonly emit: OnRunEvent;
  /** The run's own folder. */
  readonly dir: string;
}

/** What is known about one base must not be used on another, should the copy have been deleted meanwhile. */
async function refuseOtherBase(session: RunSession, memory: RunMemory): Promise<void> {
  const known = memory.base();
  if (!known || (await session.workspace()).base.tree === known.tree) return;
  throw new MendError('RUN_STATE', 'the copy that the run worked on is gone, and the files have changed', {
    hint: 'start a new run',
  });
}

function open(
  { logger, openGraph, editedGraphs }: FlowDependencies,
  { record, budget, emit, dir }: RunParts,
): RunSession {
  return openSession({
    root: record.root,
    dir,
    options: record.options,
    openGraph,
    editedGraphs,
    logger,
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
}

/**
 * Takes the flow from where it stands to its end; one that time cut short leaves a ranking of what it has.
 * Throws `RUN_STATE` when the base is gone, `CANCELLED` when stopped, and what a node throws.
 */
export async function runFlow(dependencies: FlowDependencies, parts: RunParts): Promise<void> {
  const { record, memory, budget, emit, dir } = parts;
  await mkdir(dir, { recursive: true });
  const session = open(dependencies, parts);
  const { checkpointer, close } = dependencies.openCheckpoints(join(dir, 'checkpoints.db'));
  try {
    await refuseOtherBase(session, memory);
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
      { runId: record.id, checkpointer },
    );
  } catch (error) {
    if (!budget.timeIsUp()) throw error;
    rankNow({ memory });
  } finally {
    close();
    await session.close();
  }
}
