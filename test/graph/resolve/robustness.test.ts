import { describe, expect, it } from 'vitest';
import { extractFacts } from '../../../graph/parse/extract-facts.ts';
import { resolve } from '../../../graph/resolve/resolve.ts';
import { graphOfSources, readRepo, renderRelations } from './fixture.ts';

describe('resolve on odd input', () => {
  it('gives an empty graph for no files', () => {
    expect(resolve([])).toEqual({ entities: [], relations: [], terms: [] });
  });

  it('does not depend on the order of files', async () => {
    const sources = Object.entries(readRepo('resolve-imports'));
    const forth = await graphOfSources(Object.fromEntries(sources));
    const back = await graphOfSources(Object.fromEntries(sources.toReversed()));
    expect(back).toEqual(forth);
  });

  it('gives the same graph for the same facts again', async () => {
    const files = [{ path: 'a.py', facts: await extractFacts('def f(g):\n    g()\n\nf(f)\n') }];
    expect(resolve(files)).toEqual(resolve(files));
  });

  it('sorts entities and relations, each relation once', async () => {
    const { entities, relations } = await graphOfSources(readRepo('resolve-classes'));
    const ids = entities.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    const keys = relations.map(({ src, kind, dst }) => `${src}\0${kind}\0${dst}`);
    expect(keys).toEqual([...new Set(keys)].sort());
  });

  it('names every end of a relation among the entities', async () => {
    for (const theme of ['classes', 'imports', 'types', 'values']) {
      const { entities, relations } = await graphOfSources(readRepo(`resolve-${theme}`));
      const ids = new Set(entities.map(({ id }) => id));
      expect(relations.filter(({ src, dst }) => !ids.has(src) || !ids.has(dst))).toEqual([]);
    }
  });

  it.each([
    ['a long chain of calls', `x${'.f()'.repeat(3_000)}\n`],
    ['deep nesting', `${'('.repeat(200)}f()${')'.repeat(200)}\n`],
    [
      'a long chain of names',
      `def f0(): return 1\n${range(3_000, (i) => `def f${i + 1}(): return f${i}()\n`)}f3000()\n`,
    ],
    [
      'a long chain of classes',
      `class C0: pass\n${range(500, (i) => `class C${i + 1}(C${i}): pass\n`)}C500().x()\n`,
    ],
    [
      'functions in functions',
      `${range(80, (i) => `${' '.repeat(i)}def f${i}():\n`)}${' '.repeat(80)}f0()\n`,
    ],
  ])('follows %s without overflowing', async (_, source) => {
    const graph = await graphOfSources({ 'a.py': source });
    expect(graph.entities.length).toBeGreaterThan(0);
  });

  it('ends on what defines itself in circles', async () => {
    const graph = await graphOfSources({
      'a.py': 'from b import *\nfrom b import x as y\nclass A(B): pass\ndef f(): return g()\nz = y\n',
      'b.py': 'from a import *\nfrom a import y as x\nclass B(A): pass\ndef g(): return f()\n',
      'c.py': 'class C(C): pass\nx = x\nd = {}\nd["d"] = d\nd["d"]["d"]()\ndef r(f): return r(f)(r)\nr(r)\n',
    });
    expect(renderRelations(graph)).toContain('a.py:f CALLS b.py:g exact 4');
  });

  it('reads what a broken file still says', async () => {
    const graph = await graphOfSources({ 'a.py': 'def f():\n    return )(\n\ndef g():\n    f()\n' });
    expect(renderRelations(graph)).toContain('a.py:g CALLS a.py:f exact 5');
  });
});

function range(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('');
}
