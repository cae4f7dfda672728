import { rm } from 'node:fs/promises';
import { MendError } from '../../graph/kernel/errors.ts';
import type { SandboxName } from '../../toolkit/sandbox/choice.ts';
import { executeRepair, type RepairDependencies, resultOf, startRepair } from '../repair.ts';
import { repairDocument } from '../repair-document.ts';
import type { RepairOptions, RunRecord } from '../runs/port.ts';
import type { AllowedRoots } from './allowed-roots.ts';
import { makeRepairQueue } from './repair-queue.ts';
import type { ListQuery, RepairRequest, RunPage, RunView } from './schemas.ts';

/** What the routes need: repairs that are taken in, run in the background and asked about. */
export interface RepairService {
  /**
   * Records the run and queues it. Gives its id.
   * @throws MendError `PATH_OUTSIDE`, `NOT_FOUND` for the folder, `BUSY` when the queue is full
   */
  submit(request: RepairRequest): Promise<string>;
  get(runId: string): Promise<RunView | undefined>;
  list(query: ListQuery): Promise<RunPage>;
  /**
   * Interrupts the run, or takes it out of the queue; an ended one stays as it is.
   * @throws MendError `RUN_STATE` when another process is at it
   */
  cancel(runId: string): Promise<RunView | undefined>;
  load(): { readonly running: number; readonly waiting: number };
}

/** A service that works until it is stopped. */
export interface RunningRepairService extends RepairService {
  /** Takes up the runs of this kind that wait, or whose process is gone. Gives their number. */
  resume(): Promise<number>;
  /** Interrupts what runs; it goes on at the next `resume`. */
  stop(): Promise<void>;
}

interface RepairServiceOptions {
  readonly dependencies: RepairDependencies;
  readonly roots: AllowedRoots;
  /** Where tests run; no client may choose. */
  readonly sandbox: SandboxName;
  /** Runs at once. */
  readonly concurrency: number;
  readonly defaultMaxTimeSeconds: number;
}

/** Runs that may wait. */
const capacity = 1_000;

const summaryOf = ({ id, state, title, root, createdAt, outcome }: RunRecord): RunPage['runs'][number] => ({
  runId: id,
  state,
  title,
  repository: { path: root },
  createdAt: new Date(createdAt).toISOString(),
  outcome,
});

const issueText = ({ title, body, url }: RepairRequest['issue']): string =>
  [`# ${title.replace(/\s+/g, ' ')}`, ...(url ? [url] : []), body].join('\n\n');

/** The service never weakens its own rules for a run that another process recorded. */
async function mayResume(record: RunRecord, { roots, sandbox }: RepairServiceOptions): Promise<boolean> {
  if ((record.options.sandbox ?? 'bubblewrap') !== sandbox) return false;
  return roots.resolve(record.root).then(
    () => true,
    () => false,
  );
}

async function cancelled(
  { runs, runFolder }: RepairDependencies,
  runId: string,
  ours: boolean,
): Promise<RunRecord | undefined> {
  const record = runs.get(runId);
  if (record?.state === 'running' && !ours)
    throw new MendError('RUN_STATE', `run ${runId} is being worked on by another process`, {
      hint: 'stop that process, or wait for it',
    });
  if (record?.state !== 'queued' && record?.state !== 'interrupted') return record;
  runs.end(runId, { state: 'cancelled' });
  await rm(runFolder(runId), { recursive: true, force: true });
  return runs.get(runId);
}

function pageOf(records: readonly RunRecord[], limit: number): RunPage {
  const page = records.slice(0, limit);
  const last = page.at(-1);
  return {
    runs: page.map(summaryOf),
    nextCursor: records.length > limit && last ? last.id : null,
  };
}

export function makeRepairService(options: RepairServiceOptions): RunningRepairService {
  const { dependencies, roots, sandbox, concurrency, defaultMaxTimeSeconds } = options;
  const { runs, logger } = dependencies;
  const queue = makeRepairQueue({
    concurrency,
    capacity,
    logger,
    execute: async (runId, signal) => void (await executeRepair(dependencies, runId, { signal })),
  });
  const viewOf = (record: RunRecord): RunView => ({
    ...summaryOf(record),
    ...repairDocument(resultOf(runs, record)),
    outcome: record.outcome,
    error: record.error,
  });

  return {
    async submit({ issue, repository, options: { test, maxTime } }) {
      const root = await roots.resolve(repository.path);
      queue.admit();
      const runOptions: RepairOptions = {
        sandbox,
        maxTimeSeconds: maxTime ?? defaultMaxTimeSeconds,
        ...(test === undefined ? {} : { testCommand: test }),
      };
      const { id } = startRepair({ runs }, { root, issueText: issueText(issue), options: runOptions });
      queue.add(id);
      return id;
    },
    async get(runId) {
      const record = runs.get(runId);
      return record && viewOf(record);
    },
    list: async ({ limit, cursor }) =>
      pageOf(runs.list({ limit: limit + 1, ...(cursor === undefined ? {} : { after: cursor }) }), limit),
    async cancel(runId) {
      const record = await cancelled(dependencies, runId, await queue.cancel(runId));
      return record && viewOf(record);
    },
    load: () => ({ running: queue.running, waiting: queue.waiting }),
    async resume() {
      let count = 0;
      for (const record of runs.abandoned()) {
        if (!(await mayResume(record, options))) continue;
        queue.add(record.id);
        count += 1;
      }
      return count;
    },
    async stop() {
      for (const runId of await queue.stop())
        if (runs.get(runId)?.state === 'interrupted') runs.end(runId, { state: 'queued' });
    },
  };
}
