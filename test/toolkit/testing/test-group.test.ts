import { expect, test } from 'vitest';
import { testFolder, testGroup } from '../../../toolkit/testing/test-group.ts';

test.each([
  { id: 'tests/unit/test_x.py::CaseTest::test_a[1]', group: 'tests/unit/test_x.py', folder: 'tests/unit' },
  { id: 'test_x.py::test_a', group: 'test_x.py', folder: '' },
  { id: 'tests.unit.test_x.CaseTest.test_a', group: 'tests.unit.test_x', folder: 'tests.unit' },
])('$id is of $group, in "$folder"', ({ id, group, folder }) => {
  expect(testGroup(id)).toBe(group);
  expect(testFolder(group)).toBe(folder);
});
