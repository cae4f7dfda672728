import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../graph/kernel/clock.ts';
import { MendError } from '../../../graph/kernel/errors.ts';
import { silentLogger } from '../../../graph/kernel/logger.ts';
import { repairDependencies } from '../../../services/compose.ts';
import { makeAllowedRoots } from '../../../services/http/allowed-roots.ts';
import { makeRepairService, type RunningRepairService } from '../../../services/http/repair-service.ts';
import type { RepairRequest, RunView } from '../../../services/http/schemas.ts';
import type { OpenGraph } from '../../../services/index-repository.ts';
import { openEmbeddedRunStore } from '../../../services/runs/embedded-run-store.ts';
import type { RunStore } from '../../../services/runs/port.ts';

describe('repairs taken in over HTTP', () => {
  let home: string;
  let project: string;
  let runs: RunStore;
  let service: RunningRepairService;
  /** Runs get as far as the graph; what happens there is the test's. */
  let openGraph: OpenGraph;

  beforeEach(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'repairs-')));
    project = join(home, 'projects', 'one');
    await mkdir(project, { recursive: true });
    await writeFile(join(project, 'a.py'), 'def f():\n    return 1\n');
    runs = openEmbeddedRunStore(join(home, 'runs.db'), systemClock);
    openGraph = async () => {
      throw new MendError('NOTHING_TO_INDEX', 'no graph today', { hint: 'come back tomorrow' });
    };
    service = await open();
  });
  afterEach(async () => {
    await service.stop();
    runs.close();
    await rm(home, { recursive: true, force: true });
  });

  const open = async () =>
    makeRepairService({
      dependencies: {
        ...repairDependencies(runs, silentLogger),
        openGraph: (root, options) => openGraph(root, options),
        runFolder: (id) => join(home, 'work', id),
      },
      roots: await makeAllowedRoots([join(home, 'projects')]),
      sandbox: 'process',
      concurrency: 1,
      defaultMaxTimeSeconds: 60,
    });
  const request = (path = project, title = 'It breaks'): RepairRequest => ({
    issue: { title, body: 'Always.', url: 'https://forge.example/issues/7' },
    repository: { path },
    options: { test: 'python3 -m unittest', maxTime: 30 },
  });
  /** Never answers, until it is interrupted. */
  const hang: OpenGraph = (_root, { signal }) =>
    new Promise((_done, fail) => {
      signal?.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
    });
  const until = async (runId: string, state: RunView['state']): Promise<RunView> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const run = await service.get(runId);
      if (run?.state === state) return run;
      await sleep(50);
    }
    throw new Error(`the run did not become ${state}: ${JSON.stringify(await service.get(runId))}`);
  };

  it('records what was asked and how it ended', async () => {
    const runId = await service.submit(request());
    const run = await until(runId, 'failed');
    expect(run).toMatchObject({
      title: 'It breaks',
      repository: { path: project },
      outcome: 'failed',
      patch: null,
      error: { code: 'NOTHING_TO_INDEX', message: 'no graph today', hint: 'come back tomorrow' },
    });
    expect(runs.get(runId)).toMatchObject({
      issueText: '# It breaks\n\nhttps://forge.example/issues/7\n\nAlways.',
      options: { sandbox: 'process', maxTimeSeconds: 30, testCommand: 'python3 -m unittest' },
    });
  });

  it('records nothing for a folder that is not allowed', async () => {
    await expect(service.submit(request(home))).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
    expect(runs.list({ limit: 10 })).toEqual([]);
  });

  it('lists by pages, newest first', async () => {
    openGraph = hang;
    for (const title of ['one', 'two', 'three']) {
      await service.submit(request(project, title));
      await sleep(5);
    }
    const first = await service.list({ limit: 2 });
    expect(first.runs.map(({ title }) => title)).toEqual(['three', 'two']);
    const second = await service.list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.runs.map(({ title }) => title)).toEqual(['one']);
    expect(second.nextCursor).toBeNull();
  });

  it('cancels a running and a waiting run, and leaves an ended one', async () => {
    openGraph = hang;
    const running = await service.submit(request());
    const waiting = await service.submit(request());
    await until(running, 'running');
    expect(service.load()).toEqual({ running: 1, waiting: 1 });
    expect(await service.cancel(waiting)).toMatchObject({ state: 'cancelled' });
    expect(await service.cancel(running)).toMatchObject({ state: 'cancelled', outcome: null });
    expect(await service.cancel(running)).toMatchObject({ state: 'cancelled' });
    expect(await service.cancel('nope')).toBeUndefined();
    expect(service.load()).toEqual({ running: 0, waiting: 0 });
  });

  it('goes on after a stop with what ran and what waited', async () => {
    openGraph = hang;
    const running = await service.submit(request());
    const waiting = await service.submit(request());
    await until(running, 'running');
    await service.stop();
    expect([runs.get(running)?.state, runs.get(waiting)?.state]).toEqual(['queued', 'queued']);
    openGraph = async () => {
      throw new MendError('NOTHING_TO_INDEX', 'no graph today');
    };
    service = await open();
    expect(await service.resume()).toBe(2);
    await until(running, 'failed');
    await until(waiting, 'failed');
  });

  it('takes up no run of a folder or a sandbox that it would not have taken in', async () => {
    const run = { title: 'x', issueText: 'x', root: project, options: { maxTimeSeconds: 9 } } as const;
    runs.create({ ...run, root: home, options: { ...run.options, sandbox: 'process' } });
    runs.create({ ...run, options: { ...run.options, sandbox: 'bubblewrap' } });
    runs.create(run);
    expect(await service.resume()).toBe(0);
  });
});
