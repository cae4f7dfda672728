import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../../graph/domain/facts.ts';
import { extractFacts } from '../../../../graph/parse/extract-facts.ts';
import { bodyOf, scopeAt, show, showParameter } from '../../../support/show-facts.ts';

const factsOf = (...lines: readonly string[]) => extractFacts(`${lines.join('\n')}\n`);

describe('functions', () => {
  it('have parameters of every kind', async () => {
    const facts = await factsOf('def f(a, b: int = 1, /, c=2, *args: str, d, e: "E" = 3, **kw) -> "R": pass');
    const scope = scopeAt(facts, 1);
    expect(scope.t === 'function' && scope.parameters.map(showParameter)).toEqual([
      'positional a',
      'positional b: int = int:1',
      'normal c = int:2',
      'var-positional args: str',
      'keyword d',
      'keyword e: E = int:3',
      'var-keyword kw',
    ]);
    expect(scope.t === 'function' && scope.returns && show(scope.returns)).toBe('R');
  });

  it('take keyword-only parameters after a bare star', async () => {
    const scope = scopeAt(await factsOf('def f(a, *, b): pass'), 1);
    expect(scope.t === 'function' && scope.parameters.map(showParameter)).toEqual(['normal a', 'keyword b']);
  });

  it('unpack tuples of Python 2', async () => {
    const facts = await factsOf('def f(a, (b, c)): pass');
    expect(bodyOf(facts, 1)).toEqual(['assign (b, c) = (b, c)']);
  });

  it('begin with their decorators and end with their last statement', async () => {
    const facts = await factsOf(
      '@a.b(c)',
      '@d',
      'async def f():',
      '    return (',
      '        1)',
      '    # not this',
      '',
      'x',
    );
    expect(scopeAt(facts, 1)).toMatchObject({
      startLine: 1,
      defLine: 3,
      endLine: 5,
      isAsync: true,
      decoratorTexts: ['a.b(c)', 'd'],
    });
  });

  it('are generators when they yield themselves', async () => {
    const facts = await factsOf('def f():', '    x = yield a', '    yield from b', '    def g(): return 1');
    expect(scopeAt(facts, 1)).toMatchObject({ isGenerator: true });
    expect(scopeAt(facts, 2)).toMatchObject({ isGenerator: false });
    expect(bodyOf(facts, 1)).toEqual(['yield a', 'assign x = <>', 'yield-from b', 'define #2']);
  });
});

describe('classes', () => {
  it('have bases, keywords and their source text', async () => {
    const facts = await factsOf('class A(b.C, D[int], *rest, metaclass=M, **kw):', '    x = 1');
    expect(scopeAt(facts, 1)).toMatchObject({
      name: 'A',
      baseTexts: ['b.C', 'D[int]', '*rest'],
      keywords: [
        ['metaclass', { id: 'M' }],
        [null, { id: 'kw' }],
      ],
    });
  });

  it('do not own what is in their methods', async () => {
    const facts = await factsOf('class A:', '    def f(self):', '        self.x = 1', '    class B: pass');
    expect(facts.scopes.map(({ t, parent }) => [t, parent])).toEqual([
      ['module', null],
      ['class', 0],
      ['function', 1],
      ['class', 1],
    ]);
    expect(bodyOf(facts, 1)).toEqual(['define #2', 'define #3']);
  });
});

describe('docstrings', () => {
  it('are trimmed as help() shows them', async () => {
    const facts = await factsOf(
      '# c',
      '"""Module.',
      '',
      '    More.',
      '  """',
      'def f():',
      '    r"One\\n"',
      '    "two"',
    );
    expect(scopeAt(facts, 0)).toMatchObject({ docstring: 'Module.\n\nMore.' });
    expect(scopeAt(facts, 1)).toMatchObject({ docstring: 'One\\n' });
  });

  it('are neither bytes nor formatted', async () => {
    const facts = await factsOf('f"{x}"', 'def f():', '    b"x"', 'def g():', '    x = "y"');
    expect(facts.scopes.map((scope) => ('docstring' in scope ? scope.docstring : undefined))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('lambdas and comprehensions', () => {
  it('are scopes whose return is their value', async () => {
    const facts = await factsOf('x = lambda a, b=c: a + b');
    expect(bodyOf(facts, 1)).toEqual(['return (a + b)']);
    expect(scopeAt(facts, 1)).toMatchObject({ t: 'lambda', parent: 0 });
  });

  it('keep the order of clauses', async () => {
    const facts = await factsOf('x = {k: v for k, w in y if isinstance(w, W) async for v in w}');
    expect(bodyOf(facts, 1)).toEqual([
      'for (k, w) = y',
      'use isinstance(w, W)',
      '1-1 w is W',
      'async for v = w',
      'return (k, v,)',
    ]);
  });

  it('bind a walrus around them', async () => {
    const facts = await factsOf('def f():', '    return [y for x in z if (y := g(x))]');
    expect(bodyOf(facts, 1)).toEqual(['walrus y = g(x)', 'return list#2']);
  });
});

describe('conditional', () => {
  it('tells a definition in a branch from one that is always there', async () => {
    const facts = await factsOf(
      'if a:',
      '    def f(): pass',
      'with b:',
      '    class C:',
      '        def g(self): pass',
      'def h(): pass',
    );
    expect(facts.scopes.slice(1).map(({ conditional }) => conditional)).toEqual([true, true, false, false]);
  });
});

const countsIn = ({ terms: { terms, counts } }: Scope) =>
  Object.fromEntries(terms.map((term, index) => [term, counts[index]]));

describe('terms', () => {
  it("are of a scope's own text", async () => {
    const facts = await factsOf(
      '# outer note',
      '@deco',
      'def inner_name():',
      '    "docs here"  # remark',
      'value = 1',
    );
    expect(countsIn(scopeAt(facts, 0))).toEqual({ outer: 1, note: 1, value: 1 });
    expect(countsIn(scopeAt(facts, 1))).toEqual({
      deco: 1,
      inner_name: 1,
      inner: 1,
      name: 1,
      docs: 1,
      here: 1,
      remark: 1,
    });
  });
});
