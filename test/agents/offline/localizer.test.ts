import { describe, expect, it } from 'vitest';
import type { Reproduction } from '../../../agents/domain/roles.ts';
import { createOfflineLocalizer } from '../../../agents/offline/localizer.ts';
import type { TestResult } from '../../../toolkit/testing/types.ts';
import { graphOf } from '../../builders/graph-of.ts';

const sources = {
  'shop/cart.py': `from shop.money import round_price

class Cart:
    def __init__(self):
        self.items = []

    def total(self):
        return round_price(sum(self.items))

    def clear(self):
        self.items = []
`,
  'shop/money.py': `def round_price(amount):
    if amount < 0:
        raise ValueError("cannot price a negative amount")
    return int(amount * 100) / 100

def format_price(amount):
    return "%.2f" % amount
`,
  'shop/mail.py': `def send(message):
    return message
`,
  'tests/test_cart.py': `from shop.cart import Cart

def test_checkout():
    cart = Cart()
    assert cart.total() == 0

def test_clear():
    cart = Cart()
    cart.clear()
`,
};

const graph = graphOf(sources, [
  ['shop/cart.py:Cart.total', 'CALLS', 'shop/money.py:round_price'],
  ['tests/test_cart.py:test_checkout', 'INSTANTIATES', 'shop/cart.py:Cart'],
  ['tests/test_cart.py:test_checkout', 'CALLS', 'shop/cart.py:Cart.total'],
  ['tests/test_cart.py:test_clear', 'CALLS', 'shop/cart.py:Cart.clear'],
]);
const repository = {
  graph,
  read: async (path: string) => (sources as Record<string, string>)[path],
};
const locate = (text: string, reproduction: Reproduction | null = null) =>
  createOfflineLocalizer().locate({
    issue: { title: text.split('\n')[0] ?? '', text },
    repository,
    reproduction,
  });

const result = (id: string, status: TestResult['status'], frames: TestResult['frames'] = []): TestResult => ({
  id,
  status,
  seconds: 0,
  message: status === 'failed' ? 'AssertionError: 1 != 2' : null,
  frames,
});

const reproduction = (frames: TestResult['frames'] = []): Reproduction => {
  const failing = [result('tests/test_cart.py::test_checkout', 'failed', frames)];
  const coverage = {
    'tests/test_cart.py::test_checkout': {
      'shop/cart.py': [1, 3, 5, 8],
      'shop/money.py': [1, 2, 4],
      'tests/test_cart.py': [4, 5],
    },
    'tests/test_cart.py::test_clear': { 'shop/cart.py': [5, 11], 'tests/test_cart.py': [8, 9] },
  };
  const passing = ['tests/test_cart.py::test_clear'];
  return {
    failing,
    passing,
    coverage,
    report: {
      runner: 'pytest',
      end: 'finished',
      exitCode: 1,
      results: failing,
      coverage,
      outputTail: '',
      seconds: 1,
    },
  };
};

describe('offline localizer', () => {
  it('finds the function that the issue names, and says so', async () => {
    const { entities, files } = await locate('Prices are off\nI think `round_price` loses a cent.');
    expect(entities[0]).toMatchObject({
      path: 'shop/money.py',
      qualifiedName: 'shop.money.round_price',
      kind: 'method',
      startLine: 1,
      endLine: 4,
    });
    expect(entities[0]?.reasons[0]).toBe('The name `round_price` stands in the issue.');
    expect(files[0]?.path).toBe('shop/money.py');
  });

  it('takes the innermost frame of a traceback from another machine', async () => {
    const { entities } = await locate(`Crash at checkout
Traceback (most recent call last):
  File "/srv/app.py", line 3, in <module>
    cart.total()
  File "/usr/lib/python3/site-packages/shop/cart.py", line 18, in total
    return round_price(sum(self.items))
  File "/usr/lib/python3/site-packages/shop/money.py", line 13, in round_price
    raise ValueError("cannot price a negative amount")
ValueError: cannot price a negative amount`);
    expect(entities.slice(0, 2).map(({ qualifiedName }) => qualifiedName)).toEqual([
      'shop.money.round_price',
      'shop.cart.Cart.total',
    ]);
    expect(entities[0]?.reasons).toContain('A traceback in the issue ends here, in `round_price`.');
    expect(entities[0]?.reasons.join(' ')).toContain('cannot price a negative amount');
  });

  it('reaches the callee of what the issue names over the graph', async () => {
    const { entities } = await locate('Wrong sums\nThe `total` of a cart is wrong.');
    const names = entities.map(({ qualifiedName }) => qualifiedName);
    expect(names[0]).toBe('shop.cart.Cart.total');
    expect(names).toContain('shop.money.round_price');
    const callee = entities.find(({ qualifiedName }) => qualifiedName === 'shop.money.round_price');
    expect(callee?.reasons.join(' ')).toContain('`total`');
  });

  it('never puts a test above a source that has the same words', async () => {
    const { files } = await locate(
      'test_checkout cart total clear\nThe cart total and clear in test_checkout.',
    );
    expect(files[0]?.path).toBe('shop/cart.py');
  });

  it('follows the coverage of the failing test, whatever the issue says', async () => {
    const { entities, lines } = await locate('Something is wrong', reproduction());
    const first = entities.slice(0, 2).map(({ qualifiedName }) => qualifiedName);
    expect(first.toSorted()).toEqual(['shop.cart.Cart.total', 'shop.money.round_price']);
    expect(entities[0]?.reasons.join(' ')).toContain(
      'It runs in the failing test and in 0 of 1 passing ones.',
    );
    expect(lines[0]).toEqual({ path: 'shop/cart.py', line: 8, score: 1 });
    expect(lines.some(({ path }) => path.startsWith('tests/'))).toBe(false);
    /** `__init__` runs in both tests. */
    expect(lines.find(({ line, path }) => path === 'shop/cart.py' && line === 5)?.score).toBeLessThan(0.8);
    /** Line 1 and 3 run on import. */
    expect(lines.map(({ line, path }) => `${path}:${line}`)).not.toContain('shop/money.py:1');
  });

  it('puts the end of the failing test traceback first', async () => {
    const frames = [
      { path: 'tests/test_cart.py', line: 5, function: 'test_checkout' },
      { path: 'shop/cart.py', line: 8, function: 'total' },
      { path: 'shop/money.py', line: 4, function: 'round_price' },
    ];
    const { entities } = await locate('Something is wrong', reproduction(frames));
    expect(entities[0]?.qualifiedName).toBe('shop.money.round_price');
    expect(entities[0]?.reasons).toContain(
      'The failing test `tests/test_cart.py::test_checkout` fails in here.',
    );
  });

  it('gives the same answer twice, ordered by score', async () => {
    const text = 'Prices are off\nround_price and Cart.total and mail';
    const first = await locate(text);
    expect(await locate(text)).toEqual(first);
    const scores = first.entities.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('answers an empty issue and an empty repository', async () => {
    expect((await locate('')).files).toEqual([]);
    const empty = { graph: graphOf({}), read: async () => undefined };
    const none = await createOfflineLocalizer().locate({
      issue: { title: 'x', text: 'round_price fails in shop/money.py' },
      repository: empty,
      reproduction: null,
    });
    expect(none).toEqual({ files: [], entities: [], lines: [] });
  });

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort();
    const issue = { title: 'x', text: 'round_price' };
    await expect(
      createOfflineLocalizer().locate({ issue, repository, reproduction: null, signal }),
    ).rejects.toThrow();
  });
});
