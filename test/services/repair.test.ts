import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent, Stage } from '../../agents/domain/events.ts';
import { indexRepository } from '../../graph/index/build.ts';
import { systemClock } from '../../graph/kernel/clock.ts';
import { silentLogger } from '../../graph/kernel/logger.ts';
import { openEmbeddedCatalog } from '../../graph/store/embedded/catalog.ts';
import { repairDependencies } from '../../services/compose.ts';
import {
  executeRepair,
  type RepairDependencies,
  type RepairResult,
  startRepair,
} from '../../services/repair.ts';
import { openEmbeddedRunStore } from '../../services/runs/embedded-run-store.ts';
import type { RepairOptions, RunStore } from '../../services/runs/port.ts';
import { writeFiles } from '../support/git-repository.ts';

const fixture = join(import.meta.dirname, '../fixtures/repos/repair-clamp');
const issueText =
  '# clamp() gives the lower bound for values above it\n\n`clamp(10, 3, 9)` gives 3, not 9.\n';

let source: string;
let home: string;
let root: string;
let runs: RunStore;
let dependencies: RepairDependencies;

beforeAll(async () => {
  source = await readFile(join(fixture, 'toy/clamp.py'), 'utf8');
  home = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-repair-')));
  runs = openEmbeddedRunStore(join(home, 'runs.db'), systemClock);
  const catalog = openEmbeddedCatalog(join(home, 'graphs'));
  dependencies = {
    ...repairDependencies(runs, silentLogger),
    runFolder: (id) => join(home, 'runs', id),
    openGraph: async (folder, { signal }) => {
      const cacheDir = join(home, 'facts');
      const given = signal ? { signal } : {};
      return (await indexRepository({ root: folder, catalog, cacheDir, ...given })).store;
    },
  };
});
afterAll(async () => {
  runs.close();
  await rm(home, { recursive: true, force: true });
});
beforeEach(async () => {
  root = await mkdtemp(join(home, 'project-'));
  await cp(fixture, root, { recursive: true });
});

const start = (options: Partial<RepairOptions> = {}): string =>
  startRepair({ runs }, { root, issueText, options: { sandbox: 'process', maxTimeSeconds: 60, ...options } })
    .id;

const run = (
  id: string,
  options: { apply?: boolean; signal?: AbortSignal; onEvent?: (event: RunEvent) => void } = {},
): Promise<RepairResult> =>
  executeRepair(dependencies, id, { signal: new AbortController().signal, ...options });

/** What does not depend on the clock. */
const essence = ({ outcome, candidates }: RepairResult) => ({
  outcome,
  candidates: candidates.map(({ patch, rank, evidence: { seconds: _, ...evidence } }) => ({
    patch,
    rank,
    evidence,
  })),
});

let whole: ReturnType<typeof essence> | undefined;

/** What comes of it when nothing happens. */
async function undisturbed() {
  whole ??= essence(await run(start()));
  return whole;
}

async function listing(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

describe('a repair', () => {
  it('finds the failing test, proves a patch, and leaves the folder and nothing else as they were', async () => {
    const before = await listing(root);
    const result = await run(start());
    expect(result.outcome).toBe('validated');
    expect(result.candidates[0]?.patch).toContain('+    if value < low:');
    expect(result.candidates[0]?.evidence).toMatchObject({ broken: [], stillFailing: [] });
    expect(await listing(root)).toEqual(before);
    expect(await readFile(join(root, 'toy/clamp.py'), 'utf8')).toBe(source);
    expect(await readdir(join(home, 'runs'))).toEqual([]);
  }, 60_000);

  it.each<Stage>(['prepare', 'reproduce', 'locate', 'suggest', 'fix', 'validate', 'rank'])(
    'that is stopped in %s goes on to the same result, and tries nothing twice',
    async (stage) => {
      const expected = await undisturbed();
      const id = start();
      const stop = new AbortController();
      const onEvent = (event: RunEvent): void => {
        if (event.type === 'stage' && event.stage === stage) stop.abort();
      };
      const first = run(id, { signal: stop.signal, onEvent });
      // The last step takes no time to stop in.
      if (stage !== 'rank') {
        await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
        expect(runs.get(id)?.state).toBe('interrupted');
        const tried = runs.memory(id).judged().length;
        const again: RunEvent[] = [];
        const result = await run(id, { onEvent: (event) => void again.push(event) });
        expect(essence(result)).toEqual(expected);
        expect(tried + again.filter(({ type }) => type === 'candidate').length).toBe(
          expected.candidates.length,
        );
      } else expect(essence(await first)).toEqual(expected);
      await expect(run(id)).rejects.toMatchObject({ code: 'RUN_STATE' });
    },
    60_000,
  );

  it('comes to the same result beside another of the same folder', async () => {
    const [one, other] = await Promise.all([run(start()), run(start())]);
    expect(one.runId).not.toBe(other.runId);
    expect(essence(one)).toEqual(essence(other));
    expect(one.outcome).toBe('validated');
  }, 60_000);

  it('goes on from the files that it began with, whatever became of them', async () => {
    const expected = await undisturbed();
    const id = start();
    const stop = new AbortController();
    const onEvent = ({ type }: RunEvent): void => {
      if (type === 'candidate') stop.abort();
    };
    await expect(run(id, { signal: stop.signal, onEvent })).rejects.toMatchObject({ code: 'CANCELLED' });
    await writeFile(join(root, 'toy/clamp.py'), 'nothing = "is left"\n');
    expect(essence(await run(id))).toEqual(expected);
  }, 60_000);

  it('does not go on when its copy is gone and the files have changed', async () => {
    const id = start();
    const stop = new AbortController();
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'stage' && event.stage === 'validate') stop.abort();
    };
    await expect(run(id, { signal: stop.signal, onEvent })).rejects.toMatchObject({ code: 'CANCELLED' });
    await rm(join(home, 'runs', id), { recursive: true });
    await writeFile(join(root, 'toy/clamp.py'), `${source}\n`);
    await expect(run(id)).rejects.toMatchObject({ code: 'RUN_STATE', hint: 'start a new run' });
  }, 60_000);

  it('writes the patch into the folder when asked to', async () => {
    await run(start(), { apply: true });
    expect(await readFile(join(root, 'toy/clamp.py'), 'utf8')).toBe(source.replace('> low', '< low'));
  }, 60_000);

  it('keeps a patch that no longer fits the folder, and says where', async () => {
    const id = start();
    const onEvent = (event: RunEvent): void => {
      if (event.type === 'stage' && event.stage === 'rank')
        void writeFile(join(root, 'toy/clamp.py'), `${source}# mine\n`);
    };
    await expect(run(id, { apply: true, onEvent })).rejects.toMatchObject({
      code: 'PATCH_REJECTED',
      hint: expect.stringContaining(`mendgraph runs show ${id} --patch`),
    });
    expect(runs.get(id)).toMatchObject({ state: 'finished', outcome: 'validated' });
    expect(await readFile(join(root, 'toy/clamp.py'), 'utf8')).toBe(`${source}# mine\n`);
  }, 60_000);

  it('keeps what a reader may ask for, not what only a resumed run would', async () => {
    const id = start();
    await run(id);
    const memory = runs.memory(id);
    expect(memory.ranking()).not.toEqual([]);
    expect(memory.reproduction()?.reproduction?.passing).toHaveLength(1);
    expect(memory.reproduction()?.reproduction?.coverage).toEqual({});
    expect([memory.candidates(0), memory.suggestions(0), memory.judged()]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  }, 60_000);
});

describe('a repair that can prove nothing', () => {
  it('never takes a change of the test for a fix', async () => {
    const forever = '    def test_forever(self):\n        while True: pass\n';
    await writeFiles(root, { 'toy/clamp.py': 'def clamp():\n    return 1\n' });
    await writeFiles(root, {
      'tests/test_clamp.py': `import unittest\nfrom toy.clamp import clamp\n\nclass T(unittest.TestCase):\n${forever}`,
    });
    const result = await run(
      start({ maxTimeSeconds: 15, testCommand: 'python3 -m unittest tests.test_clamp' }),
    );
    expect(result.outcome).not.toBe('validated');
    for (const { patch } of result.candidates) expect(patch).not.toContain('b/tests/');
  }, 60_000);

  it('says so when every test passes already', async () => {
    await writeFiles(root, { 'toy/clamp.py': source.replace('> low', '< low') });
    const id = start({ testCommand: 'python3 -m unittest' });
    await expect(run(id)).rejects.toMatchObject({ code: 'TEST_PASSES_ALREADY' });
    expect(runs.get(id)).toMatchObject({ state: 'failed', error: { code: 'TEST_PASSES_ALREADY' } });
    expect((await run(start())).outcome).toBe('located');
  }, 60_000);

  it('takes no command for proof that fails at one time and passes at another', async () => {
    const mark = join(root, '..', 'mark');
    const command = `sh -c 'test -e ${mark} && exit 0; touch ${mark}; exit 1'`;
    const result = await run(start({ testCommand: command }));
    expect(result.outcome).toBe('located');
    expect(result.reproduction?.because).toContain('passes at another');
  }, 60_000);

  it('tells the places it found when time is over before the tests are', async () => {
    const id = start({ maxTimeSeconds: 4, testCommand: `sh -c 'trap "" TERM; while :; do sleep 1; done'` });
    const result = await run(id);
    expect(['located', 'unvalidated']).toContain(result.outcome);
    expect(result.locations?.entities.map(({ qualifiedName }) => qualifiedName)).toContain('toy.clamp.clamp');
    expect(result.seconds).toBeLessThan(5);
  }, 30_000);

  it('refuses an issue that says nothing before anything is recorded', () => {
    const before = runs.list({ limit: 100 }).length;
    const options = { maxTimeSeconds: 1 };
    expect(() => startRepair({ runs }, { root, issueText: ' \n', options })).toThrow(
      expect.objectContaining({ code: 'ISSUE_INVALID' }),
    );
    expect(runs.list({ limit: 100 })).toHaveLength(before);
  });

  it('works in a folder whose name is odd', async () => {
    const odd = join(home, `odd "name' $HOME ü`);
    await cp(root, odd, { recursive: true });
    root = odd;
    expect((await run(start())).outcome).toBe('validated');
  }, 60_000);
});
