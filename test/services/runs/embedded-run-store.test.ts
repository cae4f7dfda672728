import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../graph/kernel/clock.ts';
import { openEmbeddedRunStore } from '../../../services/runs/embedded-run-store.ts';
import type { RunStore } from '../../../services/runs/port.ts';

let home: string;
let runs: RunStore;

const file = () => join(home, 'runs.db');
const newRun = { root: '/r', title: 't', issueText: 't', options: { maxTimeSeconds: 60 } };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mendgraph-runs-'));
  runs = openEmbeddedRunStore(file(), systemClock);
});
afterEach(async () => {
  runs.close();
  await rm(home, { recursive: true, force: true });
});

const setOwner = (id: string, owner: unknown) => {
  const database = new Database(file());
  database.prepare('UPDATE runs SET owner = ? WHERE id = ?').run(JSON.stringify(owner), id);
  database.close();
};

describe('the embedded run store', () => {
  it('gives back what was recorded, newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.unshift(runs.create({ ...newRun, title: `t${n}` }).id);
      await new Promise((done) => setTimeout(done, 2));
    }
    expect(runs.list({ limit: 2 }).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(runs.list({ limit: 2, after: ids[1] ?? '' }).map(({ title }) => title)).toEqual(['t0']);
  });

  it('gives a run to one owner at a time', () => {
    const { id } = runs.create(newRun);
    expect(runs.claim(id).state).toBe('running');
    const other = openEmbeddedRunStore(file(), systemClock);
    expect(() => other.claim(id)).toThrow(expect.objectContaining({ code: 'RUN_STATE' }));
    expect(other.abandoned()).toEqual([]);
    other.close();
  });

  it('takes up a run whose owner is gone, even when its number was given to another process', async () => {
    const child = spawn('true');
    await once(child, 'exit');
    for (const owner of [
      { pid: child.pid, started: '1' },
      { pid: process.pid, started: '1' },
    ]) {
      const { id } = runs.create(newRun);
      runs.claim(id);
      setOwner(id, owner);
      expect(runs.abandoned().map((run) => run.id)).toContain(id);
      expect(runs.claim(id).id).toBe(id);
    }
  });

  it('refuses to take up a run that has ended, and one that it does not know', () => {
    const { id } = runs.create(newRun);
    runs.claim(id);
    runs.end(id, { state: 'finished', outcome: 'located' });
    expect(() => runs.claim(id)).toThrow(expect.objectContaining({ code: 'RUN_STATE' }));
    expect(() => runs.claim('none')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it('keeps documents, verdicts and events for the next process', () => {
    const { id } = runs.create(newRun);
    runs.memory(id).saveLocations({ files: [], entities: [], lines: [] });
    const evidence = {
      candidateId: 'c',
      verdict: 'not-fixed' as const,
      fixed: [],
      stillFailing: ['a'],
      broken: [],
      regressionsPassed: 0,
      regressionsRun: 0,
      seconds: 1,
      message: null,
    };
    runs.memory(id).saveJudged({ candidateId: 'c', patch: 'p', evidence });
    runs.record(id, { type: 'stage', stage: 'locate', text: 'x' });
    runs.record(id, { type: 'stage', stage: 'rank', text: 'y' });
    const other = openEmbeddedRunStore(file(), systemClock);
    expect(other.memory(id).locations()).toEqual({ files: [], entities: [], lines: [] });
    expect(other.memory(id).candidates(0)).toBeUndefined();
    expect(other.memory(id).judged()).toEqual([{ candidateId: 'c', patch: 'p', evidence }]);
    expect(other.events(id).map((event) => event.type === 'stage' && event.stage)).toEqual([
      'locate',
      'rank',
    ]);
    other.close();
  });

  it('says so when the file is no database, and leaves it alone', async () => {
    const damaged = join(home, 'damaged.db');
    await writeFile(damaged, 'not a database at all, but long enough to be read as a header'.repeat(20));
    expect(() => openEmbeddedRunStore(damaged, systemClock)).toThrow(
      expect.objectContaining({ code: 'CACHE_CORRUPT' }),
    );
  });
});
