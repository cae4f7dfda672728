/**
 * What a test is defined in: the file of a pytest or sympy id (`tests/test_x.py::Class::test`, `tests/test_x.py:test`),
 * the module of a dotted one (`tests.test_x.Class.test`). Tests of one group are near each other.
 */
export function testGroup(id: string): string {
  const separator = id.search(/::|(?<=\.py):/);
  return separator >= 0 ? id.slice(0, separator) : id.split('.').slice(0, -2).join('.');
}

/** The folder or package of a group. */
export function testFolder(group: string): string {
  const separator = group.includes('/') || group.endsWith('.py') ? '/' : '.';
  return group.slice(0, Math.max(0, group.lastIndexOf(separator)));
}
