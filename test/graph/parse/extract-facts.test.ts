import { describe, expect, it, test } from 'vitest';
import { extractFacts } from '../../../graph/parse/extract-facts.ts';
import { bodyOf, scopeAt } from '../../support/show-facts.ts';

const levels = 3_000;

test.each([
  { what: 'parentheses', source: `x = ${'('.repeat(levels)}a${')'.repeat(levels)}` },
  { what: 'lists', source: `x = ${'['.repeat(levels)}a${']'.repeat(levels)}` },
  { what: 'calls', source: `x = ${'f('.repeat(levels)}a${')'.repeat(levels)}` },
  { what: 'calls of calls', source: `x = f${'()'.repeat(levels)}` },
  { what: 'attributes', source: `x = a${'.b'.repeat(levels)}` },
  { what: 'items', source: `x = a${'[0]'.repeat(levels)}` },
  { what: 'unary operators', source: `x = ${'-'.repeat(levels)}a` },
  { what: 'not', source: `x = ${'not '.repeat(levels)}a` },
  { what: 'powers', source: `x = ${'a ** '.repeat(levels)}a` },
  { what: 'conditions', source: `x = ${'a if b else '.repeat(levels)}a` },
  { what: 'lambdas', source: `x = ${'lambda: '.repeat(levels)}a` },
  { what: 'comprehensions', source: `x = ${'[a for a in '.repeat(levels)}b${']'.repeat(levels)}` },
  { what: 'unpacking', source: `${'['.repeat(levels)}a${']'.repeat(levels)} = b` },
  {
    what: 'parentheses around targets',
    source: `for ${'('.repeat(levels)}a${')'.repeat(levels)} in b: pass`,
  },
  { what: 'dictionaries', source: `x = ${'{a: '.repeat(levels)}b${'}'.repeat(levels)}` },
  {
    what: 'patterns',
    source: `match x:\n    case ${'['.repeat(levels)}a${']'.repeat(levels)}:\n        pass`,
  },
  {
    what: 'blocks',
    source: Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level)}if a:`).join('\n'),
  },
  {
    what: 'functions',
    source: Array.from({ length: 1_000 }, (_, level) => `${' '.repeat(level)}def f():`).join('\n'),
  },
])('$what nested thousands deep are cut, and what follows is read', async ({ source }) => {
  const facts = await extractFacts(`before = 1\n${source}\nafter = 1\n`);
  expect(bodyOf(facts)[0]).toBe('assign before = int:1');
  expect([...(facts.cutLines ?? []), ...facts.errorLines]).not.toEqual([]);
});

describe('long chains that are not deep in Python', () => {
  it('keeps all operands of a long sum', async () => {
    const facts = await extractFacts(
      `x = ${Array.from({ length: levels }, (_, i) => `a${i}`).join(' + ')}\n`,
    );
    const [bind] = scopeAt(facts, 0).body;
    expect(bind?.t === 'bind' && bind.value?.t === 'other' && bind.value.parts).toHaveLength(levels);
    expect(facts.cutLines).toBeUndefined();
  });

  it('keeps all options of a long or', async () => {
    const facts = await extractFacts(
      `x = ${Array.from({ length: levels }, (_, i) => `a${i}`).join(' or ')}\n`,
    );
    const [bind] = scopeAt(facts, 0).body;
    expect(bind?.t === 'bind' && bind.value?.t === 'choice' && bind.value.options).toHaveLength(levels);
  });

  it('reads a long elif', async () => {
    const source = Array.from({ length: levels }, (_, i) => `elif isinstance(a, B${i}): c${i}`);
    const facts = await extractFacts(`if a: b\n${source.join('\n')}\n`);
    expect(bodyOf(facts)).toContain(`use c${levels - 1}`);
  });
});

describe('files that do not parse', () => {
  it('still describes what does, and tells where it does not', async () => {
    const facts = await extractFacts(
      [
        'def first():',
        '    return 1',
        '',
        'x = = 3',
        '',
        'class Second:',
        '    def third(self): pass',
        '',
      ].join('\n'),
    );
    expect(facts.errorLines).toEqual([4]);
    expect(facts.scopes.flatMap((scope) => ('name' in scope ? [scope.name] : []))).toEqual([
      'first',
      'Second',
      'third',
    ]);
  });

  test.each([
    '',
    '\n',
    '\uFEFF',
    '(((',
    '"""never closed',
    'def',
    'class :\n  pass',
    'if\nelse',
    '\t\tx\n  y\n z',
    '@',
    'f(**)\nimport\nfrom . import',
    'x = \u0000 y',
    '=====',
    'match x:\n  case',
    'lambda',
    '{a:',
    'try:\n  pass',
    '😀 = 1',
    'a.\n.b',
    'def f(a, (b, c)=d, *, /, **): pass',
  ])('%j gives facts', async (source) => {
    const facts = await extractFacts(source);
    expect(facts.scopes[0]).toMatchObject({ t: 'module', startLine: 1 });
  });
});

test('line ends of any kind count lines alike', async () => {
  const lines = ['def f():', '    x', 'def g():', '    y'];
  const [unix, dos] = await Promise.all([
    extractFacts(lines.join('\n')),
    extractFacts(`${lines.join('\r\n')}\r\n`),
  ]);
  const spans = (facts: typeof unix) => facts.scopes.map(({ startLine, endLine }) => [startLine, endLine]);
  expect(spans(dos)).toEqual([
    [1, 4],
    [1, 2],
    [3, 4],
  ]);
  expect(spans(unix)).toEqual(spans(dos));
});
