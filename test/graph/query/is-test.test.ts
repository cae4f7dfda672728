import { describe, expect, it } from 'vitest';
import { isTestPath } from '../../../graph/query/is-test.ts';

describe('isTestPath', () => {
  it.each(['tests/a.py', 'pkg/test/a.py', 'test_a.py', 'pkg/a_test.py', 'app/tests.py', 'conftest.py'])(
    '%s',
    (path) => {
      expect(isTestPath(path)).toBe(true);
    },
  );
  it.each(['pkg/testing.py', 'pkg/contest.py', 'attest/a.py', 'pkg/latest_test_data.py'])(
    'not %s',
    (path) => {
      expect(isTestPath(path)).toBe(false);
    },
  );
});
