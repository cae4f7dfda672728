import type { CodeEntity } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { RunnerKind } from '../../toolkit/testing/types.ts';

/** `[…]` of a parametrised test is no part of its name. */
const withoutParameters = (id: string): string => {
  const bracket = id.indexOf('[');
  return bracket < 0 ? id : id.slice(0, bracket);
};

/** Path of the file and dotted name within it that an id of pytest or sympy says; `null` for dotted names. */
export function pytestParts(id: string): { readonly path: string; readonly nested: string } | null {
  const [path = '', ...rest] = withoutParameters(id).split(/::?/);
  return rest.length > 0 && path.endsWith('.py') ? { path, nested: rest.join('.') } : null;
}

/**
 * The method or function of a test, by the id its runner gives: pytest's `tests/test_a.py::TestA::test_b[1]`,
 * sympy's `sympy/core/tests/test_a.py:test_b`, unittest's `tests.test_a.TestA.test_b` (the module's first folders may be missing). A test that its class
 * inherits is found at the class. `undefined` where the graph has no such test.
 */
export async function testEntity(graph: GraphStore, id: string): Promise<CodeEntity | undefined> {
  const pytest = pytestParts(id);
  if (pytest) {
    const entities = await graph.inFile(pytest.path);
    const parts = pytest.nested.split('.');
    for (let n = parts.length; n > 0; n -= 1) {
      const wanted = `${pytest.path}:${parts.slice(0, n).join('.')}`;
      const found = entities.find((entity) => entity.id === wanted);
      if (found) return found;
    }
    return undefined;
  }
  const parts = withoutParameters(id).trim().split('.');
  for (let n = parts.length; n >= Math.max(1, parts.length - 1); n -= 1) {
    const wanted = parts.slice(0, n).join('.');
    const same = (await graph.byName(parts[n - 1] ?? '')).filter(
      ({ kind, qualifiedName }) =>
        (kind === 'method' || kind === 'class') &&
        (qualifiedName === wanted || qualifiedName.endsWith(`.${wanted}`)),
    );
    if (same[0]) return same[0];
  }
  return undefined;
}

/** The id that a runner takes for a test of the graph: a node id of pytest or sympy, or a dotted name. */
export function testId(runner: RunnerKind, test: CodeEntity): string {
  if (runner === 'sympy') return `${test.path}:${test.name}`;
  if (runner !== 'pytest') return test.qualifiedName;
  const nested = test.id.slice(test.path.length + 1).replace(/@\d+$/, '');
  return nested === '' ? test.path : `${test.path}::${nested.split('.').join('::')}`;
}
