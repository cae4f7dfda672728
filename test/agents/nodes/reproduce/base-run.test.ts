import { describe, expect, it } from 'vitest';
import { runBase } from '../../../../agents/nodes/reproduce/base-run.ts';
import type { TestReport, TestRequest } from '../../../../toolkit/testing/types.ts';

interface Suite {
  /** In order of running; a test that is `stops` ends the process. */
  readonly tests: Readonly<Record<string, 'passed' | 'failed' | 'stops'>>;
  readonly seconds?: number;
  readonly runner?: TestReport['runner'];
}

/** A runner that goes through the suite as a process would. */
function input({ tests, seconds = 1, runner = 'pytest' }: Suite) {
  const requests: TestRequest[] = [];
  let resets = 0;
  const run = async (request: TestRequest): Promise<TestReport> => {
    requests.push(request);
    const wanted = Object.keys(tests).filter(
      (id) => !request.except?.includes(id) && (request.only?.includes(id) ?? true),
    );
    const stop = wanted.findIndex((id) => tests[id] === 'stops');
    const ran = stop < 0 ? wanted : wanted.slice(0, stop + 1);
    const results = ran.map((id) => {
      const status = tests[id] === 'stops' ? 'error' : (tests[id] ?? 'error');
      return { id, status, seconds: 0, message: null, frames: [] } as const;
    });
    const end = stop < 0 ? 'finished' : 'crashed';
    return { runner, end, exitCode: 0, results, coverage: {}, outputTail: '', seconds };
  };
  const plan = { runner, argv: ['pytest'] as [string], python: 'python', because: '' };
  return {
    requests,
    resets: () => resets,
    run: (only?: readonly string[]) =>
      runBase(
        {
          testing: { plan, runner: { run }, commandGiven: false },
          checkout: {
            folder: async () => '/checkout',
            read: async () => Buffer.alloc(0),
            edit: async () => {},
            apply: async () => {},
            diff: async () => '',
            changes: async () => new Map(),
            reset: async () => {
              resets += 1;
            },
            release: async () => {},
          },
          budget: {
            totalMs: 60_000,
            remainingMs: () => 60_000,
            signal: new AbortController().signal,
            timeIsUp: () => false,
          },
        },
        only,
      ),
  };
}

const seen = ({ results }: TestReport) => Object.fromEntries(results.map(({ id, status }) => [id, status]));

describe('runBase', () => {
  it('runs a suite that comes to its end once', async () => {
    const { run, requests } = input({ tests: { a: 'passed', b: 'failed' } });
    expect(seen(await run())).toEqual({ a: 'passed', b: 'failed' });
    expect(requests).toHaveLength(1);
  });

  it('goes on behind a test that ends the process, each time on a clean checkout', async () => {
    const suite = input({ tests: { a: 'passed', b: 'stops', c: 'failed', d: 'stops', e: 'passed' } });
    const report = await suite.run();
    expect(seen(report)).toEqual({ a: 'passed', b: 'error', c: 'failed', d: 'error', e: 'passed' });
    expect(report).toMatchObject({ end: 'finished', seconds: 3 });
    expect(suite.requests.map(({ except = [] }) => except.join(''))).toEqual(['', 'ab', 'abcd']);
    expect(suite.resets()).toBe(3);
  });

  it('keeps to the tests that were asked for', async () => {
    const { run } = input({ tests: { a: 'stops', b: 'passed', c: 'passed' } });
    expect(seen(await run(['a', 'c']))).toEqual({ a: 'error', c: 'passed' });
  });

  it('gives up where nearly every test ends the process', async () => {
    const tests = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`t${index}`, 'stops' as const]),
    );
    const { run, requests } = input({ tests });
    expect((await run()).results).toHaveLength(6);
    expect(requests).toHaveLength(6);
  });

  it('takes no more time than one run may', async () => {
    const { run, requests } = input({ tests: { a: 'stops', b: 'stops', c: 'passed' }, seconds: 15 });
    expect(seen(await run())).toEqual({ a: 'error', b: 'error' });
    expect(requests.map(({ wallMs }) => wallMs)).toEqual([21_000, 6_000]);
  });

  it('does not run a command again', async () => {
    const { run, requests } = input({ tests: { a: 'stops' }, runner: 'command' });
    await run();
    expect(requests).toHaveLength(1);
  });
});
