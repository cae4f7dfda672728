import { describe, expect, it } from 'vitest';
import type { Reproduction } from '../../../../agents/domain/roles.ts';
import type { RunBudget } from '../../../../agents/domain/session.ts';
import { limitsFrom } from '../../../../agents/nodes/validate/limits.ts';
import type { TestResult, TestStatus } from '../../../../toolkit/testing/types.ts';

const test = (id: string, status: TestStatus, seconds: number): TestResult => ({
  id,
  status,
  seconds,
  message: null,
  frames: [],
});

function reproductionOf(results: readonly TestResult[]): Reproduction {
  const report = {
    runner: 'pytest' as const,
    end: 'finished' as const,
    exitCode: 1,
    results,
    coverage: {},
    outputTail: '',
    seconds: 1,
  };
  return {
    failing: results.filter(({ status }) => status !== 'passed'),
    passing: results.filter(({ status }) => status === 'passed').map(({ id }) => id),
    coverage: {},
    report,
  };
}

const budget = (remainingMs: number): RunBudget => ({
  totalMs: remainingMs,
  remainingMs: () => remainingMs,
  signal: new AbortController().signal,
  timeIsUp: () => false,
});

describe('limitsFrom', () => {
  it('lets a test take five times as long as the slowest sound one on the base, hanging ones aside', () => {
    const results = [test('a::1', 'passed', 0.8), test('a::2', 'failed', 2), test('a::3', 'timeout', 60)];
    expect(limitsFrom(reproductionOf(results), budget(600_000)).testMs).toBe(10_000);
  });

  it('never goes below a second', () => {
    expect(limitsFrom(reproductionOf([test('a::1', 'passed', 0.001)]), budget(600_000)).testMs).toBe(1_000);
  });

  it('gives a run no more time than there is', () => {
    const limits = limitsFrom(reproductionOf([test('a::1', 'passed', 2)]), budget(5_000));
    expect(limits.wallFor(['a::1'])).toBe(5_000);
  });
});
