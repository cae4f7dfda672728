import { describe, expect, test } from 'vitest';
import { Scopes } from '../../../../agents/offline/syntax/scope.ts';
import { readSyntax, type Syntax } from '../../../../agents/offline/syntax/tree.ts';
import { countVotes, winner } from '../../../../agents/offline/syntax/votes.ts';
import { descendants } from '../../../../agents/offline/syntax/walk.ts';

async function parsed(source: string): Promise<Syntax> {
  const root = await readSyntax(source);
  if (!root) throw new Error('too large');
  return root;
}

function at(root: Syntax, text: string): Syntax {
  for (const node of descendants(root)) if (node.text === text) return node;
  throw new Error(`no ${text}`);
}

const source = `import os.path as p
from m import thing

LIMIT = 3

def outer(a, *rest, key=None):
    first = a
    def inner(b):
        return MARK_INNER
    squares = [x for x in rest if MARK_COMP]
    for i in rest:
        MARK_LOOP
    with open(a) as handle:
        MARK_WITH
    last = MARK_LAST
`;

describe('Scopes', () => {
  test.each([
    ['MARK_INNER', ['b', 'a', 'rest', 'key', 'first', 'LIMIT', 'thing', 'p', 'outer'], ['x']],
    ['MARK_COMP', ['x', 'a', 'first'], ['last', 'b', 'i']],
    ['MARK_LOOP', ['i', 'squares', 'inner'], ['x', 'handle', 'last']],
    ['MARK_WITH', ['handle'], ['last']],
    ['MARK_LAST', ['squares', 'handle'], ['last', 'x', 'b']],
  ])('at %s', async (mark, bound, unbound) => {
    const root = await parsed(source);
    const names = new Scopes(root).at(at(root, mark)).map(({ text }) => text);
    expect(names).toEqual(expect.arrayContaining(bound));
    for (const name of unbound) expect(names).not.toContain(name);
  });

  test('counts reads without parameters, imports and keywords', async () => {
    const root = await parsed('from m import E\ndef f(a, b):\n    return g(a, b=1)\n');
    const reads = new Map(new Scopes(root).at(at(root, '1')).map((name) => [name.text, name.reads]));
    expect([reads.get('a'), reads.get('b'), reads.get('E')]).toEqual([1, 0, 0]);
  });
});

describe('countVotes', () => {
  test('tells kinds from how names are made and used', async () => {
    const root = await parsed(
      'def f(n: int, s, d, cb, q):\n    t = s.strip()\n    c = []\n    u = set()\n    m = n * 2\n' +
        '    d.items()\n    cb(1)\n    for i in range(3):\n        q[i] = 1\n    return len(q)\n',
    );
    const votes = countVotes(root);
    const kinds = ['n', 's', 't', 'c', 'u', 'm', 'd', 'cb', 'i', 'q', 'nothing'].map((one) =>
      winner(votes, one),
    );
    expect(kinds).toEqual([
      'number',
      'text',
      'text',
      'list',
      'set',
      'number',
      'map',
      'callable',
      'number',
      'list',
      'any',
    ]);
  });
});
