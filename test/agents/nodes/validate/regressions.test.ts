import { describe, expect, it } from 'vitest';
import type { Reproduction } from '../../../../agents/domain/roles.ts';
import { nearestPassing } from '../../../../agents/nodes/validate/regressions.ts';
import type { TestStatus } from '../../../../toolkit/testing/types.ts';

function reproductionOf(tests: readonly (readonly [id: string, status: TestStatus, seconds: number])[]) {
  const results = tests.map(([id, status, seconds]) => ({ id, status, seconds, message: null, frames: [] }));
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
    failing: results.filter(({ status }) => status === 'failed'),
    passing: results.filter(({ status }) => status === 'passed').map(({ id }) => id),
    coverage: {},
    report,
  } satisfies Reproduction;
}

const suite = reproductionOf([
  ['far/d.py::1', 'passed', 3],
  ['tied/c.py::1', 'passed', 3],
  ['near/b.py::1', 'passed', 3],
  ['near/a.py::1', 'failed', 1],
  ['near/a.py::2', 'passed', 3],
]);

describe('nearestPassing', () => {
  it.each([
    {
      why: 'all that passed where they fit, in their order',
      ms: 60_000,
      chosen: ['far/d.py::1', 'tied/c.py::1', 'near/b.py::1', 'near/a.py::2'],
    },
    {
      why: 'leaves out the farthest first',
      ms: 9_000,
      chosen: ['tied/c.py::1', 'near/b.py::1', 'near/a.py::2'],
    },
    {
      why: 'what the graph ties comes before the neighbours',
      ms: 6_000,
      chosen: ['tied/c.py::1', 'near/a.py::2'],
    },
    { why: 'the file of the failing test comes first', ms: 3_000, chosen: ['near/a.py::2'] },
    { why: 'one is better than none', ms: 1, chosen: ['near/a.py::2'] },
  ])('$why', ({ ms, chosen }) => {
    expect(nearestPassing(suite, ['tied/c.py'], ms)).toEqual(chosen);
  });
});
