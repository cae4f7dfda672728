import { expect, test } from 'vitest';
import { extractFacts } from '../../../../graph/parse/extract-facts.ts';
import { scopeAt, showStatement } from '../../../support/show-facts.ts';

const narrowed = async (lines: readonly string[]): Promise<string[]> => {
  const facts = await extractFacts(`def f(x, y):\n${lines.map((line) => `    ${line}`).join('\n')}\n`);
  return scopeAt(facts, 1)
    .body.filter(({ t }) => t === 'narrow')
    .map(showStatement);
};

test.each([
  {
    why: 'both branches of an if',
    lines: ['if isinstance(x, A):', '    a', 'else:', '    b'],
    expected: ['3-3 x is A', '4-5 x is not A'],
  },
  {
    why: 'elif knows what failed before it',
    lines: ['if isinstance(x, A): a', 'elif isinstance(x, B): b'],
    expected: ['2-2 x is A', '3-3 x is not A', '3-3 x is B'],
  },
  {
    why: 'a guard that leaves',
    lines: ['if not isinstance(x.y, (A, B)):', '    raise E', 'a', 'b'],
    expected: ['3-3 x.y is not (A, B,)', '4-5 x.y is (A, B,)'],
  },
  {
    why: 'an else that leaves',
    lines: ['if isinstance(x, A):', '    a', 'else:', '    return', 'b'],
    expected: ['3-3 x is A', '4-5 x is not A', '6-6 x is A'],
  },
  {
    why: 'a guard inside a loop reaches to the end of its block',
    lines: ['for x in y:', '    if not isinstance(x, A):', '        continue', '    a', 'b'],
    expected: ['4-4 x is not A', '5-5 x is A'],
  },
  {
    why: 'what failed is said once, up to the last clause',
    lines: ['if isinstance(x, A): a', 'elif y: b', 'elif isinstance(x, B):', '    c', 'else: d'],
    expected: ['2-2 x is A', '3-6 x is not A', '5-5 x is B', '6-6 x is not B'],
  },
  { why: 'assert', lines: ['assert isinstance(x, A), "m"', 'a'], expected: ['2-3 x is A'] },
  { why: 'while', lines: ['while isinstance(x, A):', '    a'], expected: ['3-3 x is A'] },
  {
    why: 'and holds in the branch alone',
    lines: ['if isinstance(x, A) and isinstance(y, B):', '    a', 'else:', '    b'],
    expected: ['3-3 x is A', '3-3 y is B'],
  },
  {
    why: 'or holds where it failed alone',
    lines: ['if isinstance(x, A) or y:', '    return', 'a'],
    expected: ['4-4 x is not A'],
  },
  {
    why: 'the very class',
    lines: ['if type(x) is A:', '    a', 'if type(x) != B:', '    return', 'c'],
    expected: ['3-3 x is A', '6-6 x is B'],
  },
  { why: 'not what a call gives', lines: ['if isinstance(x(), A):', '    a'], expected: [] },
  {
    why: 'a name bound in the test',
    lines: ['if isinstance(z := x(), A):', '    a'],
    expected: ['3-3 z is A'],
  },
])('narrowing: $why', async ({ lines, expected }) => {
  expect(await narrowed(lines)).toEqual(expected);
});
