import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteSaver } from '@langchain/langgraph-checkpoint-sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Candidate, Suggestion } from '../../../agents/domain/candidate.ts';
import type { RunEvent } from '../../../agents/domain/events.ts';
import type { EntityLocation } from '../../../agents/domain/location.ts';
import type { RunMemory } from '../../../agents/domain/memory.ts';
import type { FixInput, Roles, SuggestInput } from '../../../agents/domain/roles.ts';
import { runRepairFlow } from '../../../agents/flow/repair-flow.ts';
import type { NodeDependencies } from '../../../agents/nodes/dependencies.ts';
import { systemClock } from '../../../graph/kernel/clock.ts';
import { openEmbeddedRunStore } from '../../../services/runs/embedded-run-store.ts';
import type { TestReport, TestRequest } from '../../../toolkit/testing/types.ts';
import { openWorkspace } from '../../../toolkit/workspace/workspace.ts';
import { graphOf } from '../../builders/graph-of.ts';
import { writeFiles } from '../../support/git-repository.ts';

const places = 20;
const files = Object.fromEntries(Array.from({ length: places }, (_, n) => [`m${n}.py`, 'answer = 0\n']));

const options = { maxTimeSeconds: 60 };

let home: string;
let memory: RunMemory;
let asked: string[];
let events: RunEvent[];
let checkpointer: SqliteSaver;
/** File that holds the bug: its answer has to be 42. */
let faulty: string;
/** Thrown by the fixer the first time it is asked for this set's first place. */
let breaksAt: string | undefined;

async function run({ checkout, only = ['check/all.py::answer'] }: TestRequest): Promise<TestReport> {
  const text = await readFile(join(checkout, faulty), 'utf8');
  const status = text.includes('42') ? ('passed' as const) : ('failed' as const);
  const results = only.map((id) => ({ id, status, seconds: 0, message: null, frames: [] }));
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

const entity = (n: number) =>
  ({
    id: `m${n}`,
    path: `m${n}.py`,
    qualifiedName: `m${n}.answer`,
    kind: 'variable',
    startLine: 1,
    endLine: 1,
    score: places - n,
    reasons: ['A word of the issue.'],
  }) as unknown as EntityLocation;

const first = (input: SuggestInput): string => input.entities[0]?.path ?? '';

const roles: Roles = {
  localizer: {
    async locate({ reproduction }) {
      asked.push(reproduction ? 'locate' : 'draft');
      return { files: [], entities: Array.from({ length: places }, (_, n) => entity(n)), lines: [] };
    },
  },
  suggester: {
    async suggest(input) {
      asked.push(`suggest ${first(input)}`);
      return input.entities.map(({ path }) => ({ path }) as Suggestion);
    },
  },
  fixer: {
    async fix(input: FixInput) {
      asked.push(`fix ${first(input)}`);
      if (breaksAt === first(input)) throw new Error('killed');
      return input.suggestions.map(
        ({ path }): Candidate => ({
          id: path,
          edits: [{ path, startLine: 1, startColumn: 9, old: '0', new: '42' }],
          summary: path,
          template: 'constant',
          entityId: path as Candidate['entityId'],
          prior: 0.5,
        }),
      );
    },
  },
};

async function dependencies(): Promise<NodeDependencies> {
  const workspace = await openWorkspace({ root: join(home, 'project'), dir: join(home, 'run') });
  const graph = graphOf(files);
  const plan = { runner: 'pytest' as const, argv: ['pytest'] as [string], python: 'python3', because: '' };
  return {
    issue: { title: 'answer', text: 'check answer all.py' },
    session: {
      workspace: async () => workspace,
      graph: async () => graph,
      ask: () => Promise.reject(new Error('not used here')),
      testing: async () => ({ plan, runner: { run }, commandGiven: true }),
      close: async () => {},
    },
    memory,
    roles,
    budget: {
      totalMs: 60_000,
      remainingMs: () => 60_000,
      signal: new AbortController().signal,
      timeIsUp: () => false,
    },
    emit: (event) => void events.push(event),
    view: async () => ({ graph, read: async () => undefined }),
    parallelism: 2,
  };
}

const flow = async () => runRepairFlow(await dependencies(), { runId: 'r', checkpointer });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mendgraph-flow-'));
  await writeFiles(join(home, 'project'), files);
  const runs = openEmbeddedRunStore(join(home, 'runs.db'), systemClock);
  memory = runs.memory(runs.create({ root: home, title: 't', issueText: 't', options }).id);
  checkpointer = SqliteSaver.fromConnString(join(home, 'checkpoints.db'));
  asked = [];
  events = [];
  faulty = 'm0.py';
  breaksAt = undefined;
});
afterEach(async () => {
  checkpointer.db.close();
  await rm(home, { recursive: true, force: true });
});

const tried = () =>
  memory
    .judged()
    .map(({ candidateId }) => candidateId)
    .sort();

describe('the repair flow', () => {
  it('works on two location sets side by side, and ends where one holds the fix', async () => {
    await flow();
    expect(asked.slice(0, 2)).toEqual(['draft', 'locate']);
    expect(asked.slice(2, 4).sort()).toEqual(['suggest m0.py', 'suggest m5.py']);
    expect(asked.slice(4).sort()).toEqual(['fix m0.py', 'fix m5.py']);
    expect(memory.ranking()?.[0]).toMatchObject({ candidate: { id: 'm0.py' }, rank: 1 });
    expect(tried()).toHaveLength(8);
  });

  it('takes the next sets while nothing is validated, and tries nothing twice', async () => {
    faulty = 'm17.py';
    await flow();
    expect(asked.filter((one) => one.startsWith('fix'))).toHaveLength(4);
    expect(memory.ranking()?.[0]).toMatchObject({ candidate: { id: 'm17.py' } });
    const told = events.filter(({ type }) => type === 'candidate');
    expect(told).toHaveLength(tried().length);
  });

  it('ends when no set is left', async () => {
    faulty = 'none.py';
    await writeFiles(join(home, 'project'), { 'none.py': '' });
    await flow();
    expect(memory.ranking()?.map(({ evidence }) => evidence.verdict)).toEqual(
      Array(places).fill('not-fixed'),
    );
    expect(asked.filter((one) => one.startsWith('suggest'))).toHaveLength(4);
  });

  it('goes on where it broke: what was answered is not asked again', async () => {
    breaksAt = 'm5.py';
    await expect(flow()).rejects.toThrow('killed');
    breaksAt = undefined;
    asked = [];
    await flow();
    expect(asked).toEqual(['fix m5.py']);
    expect(memory.ranking()?.[0]).toMatchObject({ candidate: { id: 'm0.py' } });
  });

  it.each(['put', 'putWrites'] as const)('comes to its end wherever a kill cuts off `%s`', async (method) => {
    const write = checkpointer[method].bind(checkpointer) as (...given: unknown[]) => Promise<unknown>;
    let writes = 0;
    let last = 0;
    Object.assign(checkpointer, {
      [method]: async (...given: unknown[]) => {
        writes += 1;
        if (writes === last) throw new Error('killed');
        return write(...given);
      },
    });
    for (let cut = true; cut; writes = 0) {
      last += 1;
      const runs = openEmbeddedRunStore(join(home, `runs-${last}.db`), systemClock);
      memory = runs.memory(runs.create({ root: home, title: 't', issueText: 't', options }).id);
      cut = await runRepairFlow(await dependencies(), { runId: `r${last}`, checkpointer }).then(
        () => false,
        () => true,
      );
      await runRepairFlow(await dependencies(), { runId: `r${last}`, checkpointer });
      expect(memory.ranking()?.[0], `after ${last}`).toMatchObject({ candidate: { id: 'm0.py' } });
      runs.close();
    }
    expect(last).toBeGreaterThan(5);
  });

  it('does nothing more once it has ended', async () => {
    await flow();
    asked = [];
    events = [];
    await flow();
    expect([asked, events]).toEqual([[], []]);
  });

  it('keeps nothing large in its checkpoints', async () => {
    faulty = 'm17.py';
    await flow();
    const { size } = checkpointer.db
      .prepare('SELECT max(length(checkpoint)) AS size FROM checkpoints')
      .get() as {
      size: number;
    };
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThan(8_192);
  });
});
