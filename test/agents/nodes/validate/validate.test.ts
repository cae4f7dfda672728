import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../agents/domain/candidate.ts';
import type { RunMemory } from '../../../../agents/domain/memory.ts';
import type { NodeDependencies } from '../../../../agents/nodes/dependencies.ts';
import { makeRank } from '../../../../agents/nodes/rank.ts';
import { makeValidate, waveSize } from '../../../../agents/nodes/validate/validate.ts';
import { systemClock } from '../../../../graph/kernel/clock.ts';
import { openEmbeddedRunStore } from '../../../../services/runs/embedded-run-store.ts';
import type { TestReport, TestRequest, TestStatus } from '../../../../toolkit/testing/types.ts';
import { openWorkspace } from '../../../../toolkit/workspace/workspace.ts';

/** The value of `answer` that passes the failing test, and one that breaks the other. */
const right = '42';
const breaking = '13';

let home: string;
let memory: RunMemory;
let ran: number;
let stop: AbortController;
let delays: (value: string) => number;

/** A runner whose two tests read one number out of the checkout: real files, real patches, no process. */
async function run({ checkout, only = ['t::fails', 't::passes'] }: TestRequest): Promise<TestReport> {
  ran += 1;
  const value = /= (\S+)/.exec(await readFile(join(checkout, 'answer.py'), 'utf8'))?.[1] ?? '';
  await sleep(delays(value));
  const statuses: Record<string, TestStatus> = {
    't::fails': value === right || value === breaking ? 'passed' : 'failed',
    't::passes': value === breaking ? 'failed' : 'passed',
  };
  const results = only.map((id) => ({
    id,
    status: statuses[id] ?? 'error',
    seconds: 0,
    message: null,
    frames: [],
  }));
  return {
    runner: 'pytest',
    end: 'finished',
    exitCode: 0,
    results,
    coverage: {},
    outputTail: '',
    seconds: 0,
  };
}

const candidate = (value: string, prior: number, old = '0'): Candidate => ({
  id: `c${value}`,
  edits: [{ path: 'answer.py', startLine: 1, startColumn: 9, old, new: value }],
  summary: value,
  template: 'constant',
  entityId: 'answer.py:answer' as Candidate['entityId'],
  prior,
});

async function dependencies(): Promise<NodeDependencies> {
  const workspace = await openWorkspace({ root: join(home, 'project'), dir: join(home, 'run') });
  const testing = {
    plan: { runner: 'pytest' as const, argv: ['pytest'] as [string], python: 'python3', because: '' },
    runner: { run },
    commandGiven: true,
  };
  const unused = () => Promise.reject(new Error('not used here'));
  return {
    issue: { title: 't', text: 't' },
    session: {
      workspace: async () => workspace,
      graph: unused,
      ask: unused,
      testing: async () => testing,
      close: async () => {},
    },
    memory,
    roles: { localizer: { locate: unused }, suggester: { suggest: unused }, fixer: { fix: unused } },
    budget: { totalMs: 60_000, remainingMs: () => 60_000, signal: stop.signal, timeIsUp: () => false },
    emit: () => {},
    view: unused,
    parallelism: 2,
  };
}

const verdicts = () =>
  Object.fromEntries(memory.judged().map(({ candidateId, evidence }) => [candidateId, evidence.verdict]));

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mendgraph-validate-'));
  ran = 0;
  stop = new AbortController();
  delays = () => 0;
  const runs = openEmbeddedRunStore(join(home, 'runs.db'), systemClock);
  memory = runs.memory(
    runs.create({ root: home, title: 't', issueText: 't', options: { maxTimeSeconds: 60 } }).id,
  );
  await mkdir(join(home, 'project'));
  await writeFile(join(home, 'project', 'answer.py'), 'answer = 0\n');
  const request = {
    plan: { runner: 'pytest' as const, argv: ['x'] as [string], python: null, because: '' },
    wallMs: 1,
    testMs: 1,
  };
  const report = await run({ ...request, checkout: join(home, 'project') });
  const failing = report.results.filter(({ status }) => status === 'failed');
  memory.saveReproduction({
    reproduction: { failing, passing: ['t::passes'], coverage: {}, report },
    because: '',
  });
  ran = 0;
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('validation', () => {
  it('tries no change to what judges it, by whichever name', async () => {
    await mkdir(join(home, 'project', 'tests'));
    await writeFile(join(home, 'project', 'tests/test_answer.py'), 'answer = 0\n');
    await symlink('tests/test_answer.py', join(home, 'project', 'innocent.py'));
    const edits = [{ kind: 'replace' as const, path: 'innocent.py', old: '0', new: right }];
    memory.saveCandidates(0, [{ ...candidate(right, 0.5), edits }]);
    await makeValidate(await dependencies())();
    expect(verdicts()).toEqual({ c42: 'does-not-apply' });
    expect(ran).toBe(0);
  });

  it('tells apart what fixes, what does not, what breaks another test, and what does not fit', async () => {
    memory.saveCandidates(0, [
      candidate(right, 0.5),
      candidate('7', 0.9),
      candidate(breaking, 0.8),
      candidate('9', 0.7, 'nothing like it'),
      candidate('(', 0.6),
    ]);
    const all = await dependencies();
    await makeValidate(all)();
    expect(verdicts()).toEqual({
      c42: 'validated',
      c7: 'not-fixed',
      c13: 'regression',
      c9: 'does-not-apply',
      'c(': 'does-not-parse',
    });
    await makeRank(all)();
    const [best] = memory.ranking() ?? [];
    expect(best).toMatchObject({
      rank: 1,
      candidate: { id: 'c42' },
      evidence: { fixed: ['t::fails'], broken: [] },
    });
    expect(best?.patch).toContain('+answer = 42');
  });

  it('tries no change to the tests themselves, however promising', async () => {
    const cheat = { ...candidate(right, 0.9), id: 'cheat' };
    const edits = cheat.edits.map((edit) => ({ ...edit, path: 'tests/test_answer.py' }));
    memory.saveCandidates(0, [{ ...cheat, edits }, candidate('7', 0.5)]);
    await makeValidate(await dependencies())();
    expect(verdicts()).toEqual({ c7: 'not-fixed' });
  });

  it('ends with the wave that holds the first fix, all of it tried, whichever test is quicker', async () => {
    const values = Array.from({ length: 3 * waveSize }, (_, index) => String(100 + index));
    values[waveSize - 2] = right;
    memory.saveCandidates(
      0,
      values.map((value, index) => candidate(value, 1 - index / 100)),
    );
    delays = (value) => (value === right ? 0 : 20);
    await makeValidate(await dependencies())();
    expect(
      memory
        .judged()
        .map(({ candidateId }) => candidateId)
        .sort(),
    ).toEqual(
      values
        .slice(0, waveSize)
        .map((value) => `c${value}`)
        .sort(),
    );
  });

  it('stays where it is when it is stopped, and tries nothing twice when it goes on', async () => {
    const values = Array.from({ length: waveSize }, (_, index) => String(100 + index));
    memory.saveCandidates(
      0,
      values.map((value, index) => candidate(value, 1 - index / 100)),
    );
    const first = await dependencies();
    delays = (value) => {
      if (value === '103') stop.abort();
      return 1;
    };
    await expect(makeValidate(first)()).rejects.toThrow();
    const judged = memory.judged().length;
    expect(judged).toBeGreaterThan(0);
    expect(judged).toBeLessThan(waveSize);
    stop = new AbortController();
    delays = () => 0;
    ran = 0;
    await makeValidate(await dependencies())();
    expect(memory.judged()).toHaveLength(waveSize);
    expect(ran).toBe(waveSize - judged);
  });
});
