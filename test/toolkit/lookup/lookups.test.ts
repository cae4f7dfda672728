import { describe, expect, it } from 'vitest';
import { isWithin, parseName } from '../../../toolkit/lookup/asked-name.ts';
import { basesOf } from '../../../toolkit/lookup/class-order.ts';
import { isTestPath } from '../../../toolkit/lookup/test-path.ts';
import { TextCache } from '../../../toolkit/lookup/text-cache.ts';
import { fits } from '../../../toolkit/lookup/wildcard.ts';
import { classEntity, relation } from '../../builders/code-graph.ts';
import { toolContext } from '../../builders/tool-context.ts';

describe('parseName', () => {
  it.each([
    ['run', undefined, 'run'],
    ['A.run()', undefined, 'A.run'],
    ['pkg.mod.A.run(x, y=(1, 2))', undefined, 'pkg.mod.A.run'],
    ['pkg/mod.py:A.run', 'pkg/mod.py', 'A.run'],
    ['./pkg/mod.py::A::run', 'pkg/mod.py', 'A.run'],
    ['pkg.mod:run', undefined, 'pkg.mod.run'],
    ['pkg/mod.py:A.run@2', 'pkg/mod.py', 'A.run'],
    ['f.<locals>.g', undefined, 'f.g'],
    ['  async def run(self):', undefined, 'run'],
    ['class A(Base):', undefined, 'A'],
    ['@decorated', undefined, 'decorated'],
    ['`A.run`', undefined, 'A.run'],
    ['größe', undefined, 'größe'],
    ['two words', undefined, ''],
    ['a-b', undefined, ''],
  ])('%s', (written, path, name) => {
    const asked = parseName(written);
    expect([asked.path, asked.parts.join('.')]).toEqual([path, name]);
  });
});

describe('isWithin', () => {
  it('knows re-exports from other names', () => {
    expect(isWithin('flask.app.Flask', ['flask', 'Flask'])).toBe(true);
    expect(isWithin('flask.app.Flask', ['Flask', 'flask'])).toBe(false);
    expect(isWithin('flask.app.Flask', ['other', 'Flask'])).toBe(false);
  });
});

describe('basesOf', () => {
  const order = async (bases: Readonly<Record<string, readonly string[]>>, start: string) => {
    const names = Object.keys(bases);
    const entities = names.map((name, index) => classEntity('a.py', name, [index + 1, index + 1]));
    const relations = names.flatMap((name) =>
      (bases[name] ?? []).map((base, index) =>
        relation(`a.py:${name}`, 'INHERITS', `a.py:${base}`, 'exact', [{ line: 1, column: index + 1 }]),
      ),
    );
    const { graph } = await toolContext({ 'a.py': '' }, { entities, relations });
    const entity = entities.find(({ name }) => name === start);
    return entity ? (await basesOf(graph, entity)).map(({ name }) => name).join(' ') : '';
  };
  it('is the order in which Python looks attributes up', async () => {
    expect(await order({ A: ['B', 'C'], B: ['D'], C: ['D'], D: [] }, 'A')).toBe('A B C D');
    expect(await order({ A: ['Z', 'B'], Z: [], B: [] }, 'A')).toBe('A Z B');
    expect(await order({ A: ['B', 'C'], B: ['E'], C: ['D'], D: ['E'], E: [] }, 'A')).toBe('A B C D E');
  });
  it('ends for classes that inherit from each other, and for long lines of them', async () => {
    expect(await order({ A: ['B'], B: ['A'] }, 'A')).toBe('A B');
    const long = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`C${index}`, index < 4999 ? [`C${index + 1}`] : []]),
    );
    expect((await order(long, 'C0')).split(' ')).toHaveLength(5000);
  });
});

describe('fits', () => {
  it.each([
    ['*.py', 'a/b.py', true],
    ['*.py', 'a/b.pyc', false],
    ['a/*', 'a/b/c', true],
    ['?.py', 'a.py', true],
    ['?.py', 'ab.py', false],
    ['*a*b*c', 'xaybzc', true],
    ['*a*b*c', 'xaybz', false],
    ['', '', true],
    ['*', '', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });
  it('takes no longer for a pattern that is meant to', () => {
    expect(fits(`${'*a'.repeat(200)}b`, 'a'.repeat(4000))).toBe(false);
  });
});

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

describe('TextCache', () => {
  it('keeps what was used last within its bound, and what is absent', async () => {
    const loads: string[] = [];
    const cache = new TextCache(10);
    const get = (path: string) =>
      cache.get(path, async () => {
        loads.push(path);
        return path === 'none' ? undefined : '12345';
      });
    for (const path of ['a', 'b', 'a', 'none', 'none', 'c', 'a', 'b']) await get(path);
    expect(loads).toEqual(['a', 'b', 'none', 'c', 'b']);
    expect(await cache.get('large', async () => 'x'.repeat(50))).toHaveLength(50);
  });
});
