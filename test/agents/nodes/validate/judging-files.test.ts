import { describe, expect, it } from 'vitest';
import { judgingFiles } from '../../../../agents/nodes/validate/judging-files.ts';
import type { RunnerKind } from '../../../../toolkit/testing/types.ts';

function judges(path: string, id: string, runner: RunnerKind = 'pytest'): boolean {
  const result = { id, status: 'failed' as const, seconds: 0, message: null, frames: [] };
  const report = {
    runner,
    end: 'finished' as const,
    exitCode: 1,
    results: [result],
    coverage: {},
    outputTail: '',
    seconds: 0,
  };
  return judgingFiles({ failing: [result], passing: [], coverage: {}, report })(path);
}

describe('judgingFiles', () => {
  it.each([
    ['the file of a pytest id', 'checks/arithmetic.py', 'checks/arithmetic.py::test_a'],
    [
      'the file of a unittest id',
      'checks/arithmetic.py',
      'checks.arithmetic.Case.test_a',
      'unittest' as const,
    ],
    ['a helper beside it in a folder of tests', 'python_testcases/load.py', 'python_testcases/test_a.py::t'],
    ['a test that did not run', 'pkg/test_other.py', 'pkg/test_a.py::t'],
    ['what pytest reads on its own', 'conftest.py', 'pkg/test_a.py::t'],
  ])('takes %s for one', (_what, path, id, runner: RunnerKind = 'pytest') => {
    expect(judges(path, id, runner)).toBe(true);
  });

  it.each([
    ['the source beside its test', 'pkg/a.py', 'pkg/test_a.py::t'],
    ['a package whose name only sounds so', 'mytestlib/core.py', 'mytestlib/test_core.py::t'],
    ['a library for tests', 'django/test/client.py', 'tests/test_client.py::t'],
    ['the script that a command runs', 'main.py', 'python main.py', 'command' as const],
  ])('does not take %s for one', (_what, path, id, runner: RunnerKind = 'pytest') => {
    expect(judges(path, id, runner)).toBe(false);
  });
});
