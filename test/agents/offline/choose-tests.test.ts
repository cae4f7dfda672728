import { describe, expect, it } from 'vitest';
import type { EntityLocation, Locations } from '../../../agents/domain/location.ts';
import { chooseTests } from '../../../agents/offline/choose-tests.ts';
import { testEntity, testId } from '../../../agents/offline/test-entities.ts';
import { entityId } from '../../../graph/domain/entity.ts';
import { graphOf } from '../../builders/graph-of.ts';

const graph = graphOf(
  {
    'pkg/hooks.py': 'class Hooks:\n    def add(self):\n        pass\n\ndef helper():\n    Hooks().add()\n',
    'pkg/other.py': 'def other():\n    pass\n',
    'tests/conftest.py': 'def hooks():\n    Hooks()\n',
    'tests/test_direct.py': 'class TestAdd:\n    def test_add(self):\n        pass\n',
    'tests/test_far.py': 'def test_far():\n    helper()\n',
    'tests/test_hooks.py': 'def test_nothing():\n    pass\n',
    'tests/test_imports.py': 'def test_i():\n    pass\n',
    'tests/test_other.py': 'def test_unrelated_thing():\n    other()\n',
  },
  [
    ['pkg/hooks.py:helper', 'CALLS', 'pkg/hooks.py:Hooks.add'],
    ['tests/test_direct.py:TestAdd.test_add', 'CALLS', 'pkg/hooks.py:Hooks.add'],
    ['tests/test_far.py:test_far', 'CALLS', 'pkg/hooks.py:helper'],
    ['tests/test_imports.py', 'IMPORTS', 'pkg/hooks.py:Hooks'],
    ['tests/conftest.py:hooks', 'CALLS', 'pkg/hooks.py:Hooks.add'],
  ],
);

const place: EntityLocation = {
  id: entityId('pkg/hooks.py', 'Hooks.add'),
  path: 'pkg/hooks.py',
  qualifiedName: 'pkg.hooks.Hooks.add',
  kind: 'method',
  startLine: 2,
  endLine: 3,
  score: 2,
  reasons: [],
};
const locations: Locations = {
  files: [{ path: 'pkg/hooks.py', score: 2, reasons: [] }],
  entities: [place],
  lines: [],
};
const choose = (text: string, limit = 10) =>
  chooseTests({ issue: { title: 'x', text }, graph, locations, limit });

describe('chooseTests', () => {
  it('takes direct users first, then far ones, importers and files named after the place', async () => {
    const chosen = await choose('nothing');
    expect(chosen[0]?.path).toBe('tests/test_direct.py');
    expect(chosen.map(({ path }) => path).toSorted()).toEqual([
      'tests/test_direct.py',
      'tests/test_far.py',
      'tests/test_hooks.py',
      'tests/test_imports.py',
    ]);
    expect(chosen[0]?.tests.map(({ name }) => name)).toEqual(['test_add']);
    expect(chosen[0]?.because).toBe('It uses `pkg.hooks.Hooks.add`.');
  });

  it('puts what the issue names above all, and keeps to the limit', async () => {
    const chosen = await choose('test_unrelated_thing breaks', 2);
    expect(chosen.map(({ path }) => path)).toEqual(['tests/test_other.py', 'tests/test_direct.py']);
    expect((await choose('see tests/test_imports.py'))[0]?.path).toBe('tests/test_imports.py');
  });

  it('chooses nothing where nothing was located', async () => {
    const none: Locations = { files: [], entities: [], lines: [] };
    expect(await chooseTests({ issue: { title: '', text: '' }, graph, locations: none, limit: 5 })).toEqual(
      [],
    );
  });
});

describe('test ids', () => {
  it('finds tests by the names of pytest and unittest, and names them again', async () => {
    const id = 'tests/test_direct.py::TestAdd::test_add';
    const found = await testEntity(graph, `${id}[a::b]`);
    expect(found?.id).toBe('tests/test_direct.py:TestAdd.test_add');
    expect(await testEntity(graph, 'test_direct.TestAdd.test_add')).toEqual(found);
    if (!found) throw new Error('not found');
    expect(testId('pytest', found)).toBe(id);
    expect(testId('unittest', found)).toBe('tests.test_direct.TestAdd.test_add');
  });

  it('falls back to the class for an inherited test, and to nothing for an unknown one', async () => {
    const inherited = await testEntity(graph, 'tests/test_direct.py::TestAdd::test_inherited');
    expect(inherited?.id).toBe('tests/test_direct.py:TestAdd');
    expect(await testEntity(graph, 'tests/none.py::test_x')).toBeUndefined();
    expect(await testEntity(graph, '')).toBeUndefined();
  });
});
