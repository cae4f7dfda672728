import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractFacts } from '../../../../graph/parse/extract-facts.ts';
import { type CallGraph, callGraphInSteps } from '../../../../graph/resolve/pycg/call-graph.ts';

const kinds = join(import.meta.dirname, '../../../fixtures/call-graphs');

async function callGraphOf(
  sources: Readonly<Record<string, string>>,
  isCaller?: (path: string) => boolean,
): Promise<CallGraph> {
  const files = Object.entries(sources).map(async ([path, text]) => ({
    path,
    facts: await extractFacts(text),
  }));
  const steps = callGraphInSteps(await Promise.all(files), isCaller);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function sourcesOf(kind: string): Record<string, string> {
  const root = join(kinds, kind);
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    paths
      .filter((path) => path.endsWith('.py'))
      .map((path) => [path.split(sep).join('/'), readFileSync(join(root, path), 'utf8')]),
  );
}

const edgesOf = (graph: CallGraph): string[] =>
  Object.entries(graph)
    .flatMap(([caller, callees]) => callees.map((callee) => `${caller} -> ${callee}`))
    .sort();

describe('call graph', () => {
  it.each(readdirSync(kinds))('%s: these calls and no others', async (kind) => {
    const expected = readFileSync(join(kinds, kind, 'edges.txt'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(edgesOf(await callGraphOf(sourcesOf(kind)))).toEqual(expected.sort());
  });

  it('has modules, functions, lambdas and callees as keys, sorted, and no classes', async () => {
    const graph = await callGraphOf({
      'pkg/__init__.py': '',
      'pkg/a.py': 'class K:\n    def m(self):\n        print(1)\nf = lambda: 1\n',
    });
    expect(graph).toEqual({
      '<builtin>.print': [],
      pkg: [],
      'pkg.a': [],
      'pkg.a.<lambda1>': [],
      'pkg.a.K.m': ['<builtin>.print'],
    });
    expect(Object.keys(graph)).toEqual([...Object.keys(graph)].sort());
  });

  it('names modules by their path from the root, also below src', async () => {
    const graph = await callGraphOf({
      'src/shop/cart.py': 'def total(): pass\n',
      'run.py': 'from shop.cart import total\ntotal()\n',
    });
    expect(graph).toMatchObject({ run: ['src.shop.cart.total'] });
  });

  it('tells the calls of the files that are asked for', async () => {
    const sources = { 'a.py': 'from b import f\nf()\n', 'b.py': 'def f(): g()\ndef g(): pass\n' };
    expect(await callGraphOf(sources, (path) => path === 'a.py')).toEqual({ a: ['b.f'], 'b.f': [] });
  });

  it('bears names that JavaScript objects know', async () => {
    const graph = await callGraphOf({ 'constructor.py': 'def toString(): pass\ntoString()\n' });
    expect(Object.entries(graph)).toContainEqual(['constructor', ['constructor.toString']]);
  });

  it('ends on code that calls itself in circles', async () => {
    const source = 'def f(x): return f(g(x))\ndef g(y): return lambda: f(y)\nf(f)(g)(f)\n';
    const graph = await callGraphOf({ 'a.py': source });
    expect(graph['a.f']).toEqual(['a.f', 'a.g']);
  });
});
