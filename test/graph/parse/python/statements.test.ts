import { describe, expect, it, test } from 'vitest';
import { positionAt } from '../../../../graph/domain/position.ts';
import { extractFacts } from '../../../../graph/parse/extract-facts.ts';
import { bodyOf, scopeAt } from '../../../support/show-facts.ts';

test.each([
  { source: 'a = b = f(1)', body: ['assign a = f(int:1)', 'assign b = f(int:1)'] },
  { source: 'a, (b, *c) = x', body: ['assign (a, (b, *c)) = x'] },
  { source: '*self.a, b = x', body: ['assign (*self.a, b) = x'] },
  { source: 'x.y[0] = z', body: ['assign x.y[int:0] = z'] },
  { source: 'x: int = 3\ny: "List[Foo]"', body: ['assign x: int = int:3', 'annotation y: List[Foo]'] },
  { source: 'x: Literal["a", "b"]', body: ['annotation x: Literal[(str:a, str:b,)]'] },
  { source: 'x += 1', body: ['augmented x = int:1'] },
  { source: 'del a, b[0]', body: ['delete a', 'delete b[int:0]'] },
  { source: 'type Alias[T] = list[T] | None', body: ['assign Alias = (list[T] | None)'] },
  { source: 'import a.b, c as d', body: ['import a.b', 'import c as d'] },
  {
    source: 'from .. import x\nfrom .a.b import (c,\n  d as e)\nfrom m import *',
    body: ['from .. import x', 'from .a.b import c', 'from .a.b import d as e', 'from m import *'],
  },
  { source: 'from __future__ import annotations', body: ['from __future__ import annotations'] },
  { source: 'for a, b in c: d\nelse: e', body: ['for (a, b) = c', 'use d', 'use e'] },
  {
    source: 'with open(p) as f, (g()) as (h, i), j: k',
    body: ['with f = open(p)', 'with (h, i) = g()', 'use j', 'use k'],
  },
  {
    source: 'try: a\nexcept (B, C) as e: d\nexcept D: f\nelse: g\nfinally: h',
    body: ['use a', 'except e = (B, C,)', 'use d', 'use D', 'use f', 'use g', 'use h'],
  },
  { source: 'try: a\nexcept* E as g: b', body: ['use a', 'except g = E', 'use b'] },
  { source: 'while (n := f()): g(n)', body: ['walrus n = f()', 'use (n := f())', 'use g(n)'] },
  { source: 'raise Error("x") from cause', body: ['raise Error(str:x)', 'use cause'] },
  { source: 'global a, b', body: ['global a, b'] },
  { source: 'x = 1; y = 2', body: ['assign x = int:1', 'assign y = int:2'] },
  { source: '# comment\n"text"\n1\nNone', body: [] },
])('statements of $source', async ({ source, body }) => {
  expect(bodyOf(await extractFacts(`${source}\n`))).toEqual(body);
});

test.each([
  { source: 'print "x" % y, z', body: ['use (str:x % y)', 'use z'] },
  { source: 'print >>f, x', body: ['use <f>', 'use x'] },
  { source: 'exec code in scope', body: ['use code', 'use scope'] },
  { source: 'try: a\nexcept E, e: b', body: ['use a', 'except e = E', 'use b'] },
  { source: 'raise E, "text"', body: ['raise E'] },
  { source: 'x = 0777L', body: ['assign x = int:511'] },
  { source: 'a <> b', body: ['use <a, b>'] },
])('Python 2: $source', async ({ source, body }) => {
  expect(bodyOf(await extractFacts(`${source}\n`))).toEqual(body);
});

describe('match', () => {
  it('binds captures and narrows to classes', async () => {
    const facts = await extractFacts(
      [
        'match command:',
        '    case Move(x=0, y=Point() as p) as m:',
        '        a',
        '    case [first, *rest] | {"k": value, **others}:',
        '        b',
        '    case Color.RED if ready:',
        '        c',
        '    case _:',
        '        d',
      ].join('\n'),
    );
    expect(bodyOf(facts)).toEqual([
      'use command',
      'pattern m = command',
      'use Move',
      '2-3 m is Move',
      'pattern p = m.y',
      'use Point',
      '2-3 p is Point',
      'use a',
      'pattern first',
      'pattern rest',
      'pattern value',
      'pattern others',
      'use b',
      'use Color.RED',
      'use ready',
      'use c',
      'use d',
    ]);
  });
});

describe('texts and lines of bindings', () => {
  it('gives source text where a binding makes an entity', async () => {
    const facts = await extractFacts(
      'a: int = f(1,\n  2)\ndef g(self):\n    self.x = 3\n    y = 4\n    global z\n    z = 5\n',
    );
    const texts = (index: number) =>
      scopeAt(facts, index).body.flatMap((each) =>
        each.t === 'bind' ? [[each.line, each.endLine, each.valueText, each.annotationText]] : [],
      );
    expect(texts(0)).toEqual([[1, 2, 'f(1,\n  2)', 'int']]);
    expect(texts(1)).toEqual([
      [4, 4, '3', undefined],
      [5, 5, undefined, undefined],
      [7, 7, '5', undefined],
    ]);
  });

  it('cuts them at 200 characters', async () => {
    const facts = await extractFacts(`a = [${'1, '.repeat(200)}]\n`);
    const [bind] = scopeAt(facts, 0).body;
    expect(bind?.t === 'bind' && bind.valueText?.length).toBe(200);
  });

  it('places an import at its name, with the lines of the statement', async () => {
    const facts = await extractFacts('from m import (\n    a,\n    bc as d,\n)\n');
    expect(scopeAt(facts, 0).body).toMatchObject([
      { name: 'a', at: positionAt(2, 5), line: 1, endLine: 4 },
      { name: 'bc', alias: 'd', at: positionAt(3, 5), line: 1, endLine: 4 },
    ]);
  });
});
