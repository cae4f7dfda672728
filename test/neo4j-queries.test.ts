import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import neo4j, { type Driver } from 'neo4j-driver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cli } from './builders/run-cli.ts';
import { type Neo4jServer, startNeo4j } from './support/neo4j/server.ts';
import { lacksNeo4j } from './support/requires.ts';

const sources = {
  'shop/__init__.py': '',
  'shop/base.py': 'class Priced:\n    def total(self):\n        raise NotImplementedError\n',
  'shop/cart.py': [
    'from shop.base import Priced',
    'from shop import checkout',
    '',
    '',
    'class Cart(Priced):',
    '    def __init__(self, prices):',
    '        self.prices = prices',
    '',
    '    def total(self):',
    '        return add(self.prices)',
    '',
    '',
    'class GiftCart(Cart):',
    '    def total(self):',
    '        return super().total() + 1',
    '',
    '',
    'def add(prices):',
    '    return sum(prices)',
    '',
    '',
    'def forgotten():',
    '    return checkout',
    '',
  ].join('\n'),
  'shop/checkout.py': [
    'from shop.cart import Cart',
    '',
    '',
    'def pay(prices):',
    '    cart = Cart(prices)',
    '    return cart.total()',
    '',
    '',
    'def unsure(thing):',
    '    return thing.total()',
    '',
  ].join('\n'),
  'tests/test_checkout.py':
    'from shop.checkout import pay\n\n\ndef test_pay():\n    assert pay([1, 2]) == 3\n',
} as const;

/** Title → query, of the document's `cypher` blocks. */
const queries = new Map(
  [
    ...readFileSync('docs/neo4j.md', 'utf8').matchAll(
      /^### ([^\n]+)\n(?:(?!^### ).)*?^```cypher\n(.*?)^```$/gms,
    ),
  ].map(([, title = '', query = '']) => [title, query]),
);

const total = { name: 'shop.cart.Cart.total' };
/** What each query answers about the shop: the parameters, and columns of the rows. */
const answers: Readonly<
  Record<string, readonly [parameters: Record<string, string>, rows: readonly unknown[]]>
> = {
  'Who calls this?': [
    total,
    [
      { caller: 'shop.cart.GiftCart.total', lines: [15], confidence: 'exact' },
      { caller: 'shop.checkout.pay', lines: [6], confidence: 'inferred' },
      { caller: 'shop.checkout.unsure', lines: [10], confidence: 'candidate' },
    ],
  ],
  'What breaks if I change it?': [
    { name: 'shop.cart.add' },
    [
      { user: 'shop.cart.Cart.total', steps: 1 },
      { user: 'shop.cart.GiftCart.total', steps: 2 },
      { user: 'shop.checkout.pay', steps: 2 },
      { user: 'tests.test_checkout.test_pay', steps: 3 },
    ],
  ],
  'Which tests reach it?': [
    { name: 'shop.checkout.pay' },
    [{ test: 'tests.test_checkout.test_pay', confidence: 'exact' }],
  ],
  'What does it need?': [
    { name: 'tests.test_checkout.test_pay' },
    [
      { needed: 'shop.checkout.pay', steps: 1 },
      { needed: 'shop.cart.Cart', steps: 2 },
      { needed: 'shop.cart.Cart.__init__', steps: 2 },
      { needed: 'shop.cart.Cart.total', steps: 2 },
      { needed: 'shop.cart.add', steps: 3 },
    ],
  ],
  'Inheritance tree': [
    { class: 'shop.base.Priced' },
    [
      { subclass: 'shop.cart.Cart', depth: 1 },
      { subclass: 'shop.cart.GiftCart', depth: 2 },
    ],
  ],
  'Who replaces this method?': [
    { name: 'shop.base.Priced.total' },
    [
      { other: 'shop.cart.Cart.total', line: 9 },
      { other: 'shop.cart.GiftCart.total', line: 14 },
    ],
  ],
  'Import cycles': [{}, [{ one: 'shop/cart.py', other: 'shop/checkout.py' }]],
  'Dead code candidates': [
    {},
    [
      { method: 'shop.cart.forgotten', line: 22 },
      { method: 'shop.checkout.unsure', line: 9 },
    ],
  ],
  'What does most depend on?': [
    {},
    [
      { entity: 'shop.cart.Cart', users: 2 },
      { entity: 'shop.cart.Cart.total', users: 2 },
    ],
  ],
  'What is used a lot and reached by no test?': [{}, []],
  'Which calls are only guesses?': [
    {},
    [
      {
        caller: 'shop.checkout.unsure',
        line: 10,
        candidates: expect.arrayContaining(['shop.cart.Cart.total', 'shop.base.Priced.total']),
      },
    ],
  ],
};

/** Those of a row's columns that are expected. */
const like = (row: Record<string, unknown>, expected: unknown): unknown =>
  typeof expected === 'object' && expected !== null
    ? Object.fromEntries(Object.keys(expected).map((key) => [key, row[key]]))
    : row;

describe('docs/neo4j.md', () => {
  it('has ten queries or more, each with an answer here', () => {
    expect(queries.size).toBeGreaterThanOrEqual(10);
    expect([...queries.keys()].sort()).toEqual(Object.keys(answers).sort());
  });
});

describe.skipIf(lacksNeo4j())('a graph that was pushed', () => {
  let server: Neo4jServer;
  let driver: Driver;
  let folder: string;
  let said: Awaited<ReturnType<typeof cli>>;
  const shop = () => join(folder, 'shop-repository');
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'queries-'));
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(shop(), path)), { recursive: true });
      writeFileSync(join(shop(), path), text);
    }
    server = await startNeo4j();
    driver = neo4j.driver(server.uri, undefined, { disableLosslessIntegers: true });
    said = await cli(['graph', 'push', shop(), '--neo4j', server.uri, '--json']);
  }, 120_000);
  afterAll(async () => {
    await driver?.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is as large as the one it was made from', async () => {
    expect(said.exitCode).toBe(0);
    const { entities, relations } = JSON.parse(said.stdout);
    const { records } = await driver.executeQuery(
      'MATCH (n:Entity) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS nodes, count(r) AS relations',
    );
    expect(records[0]?.toObject()).toEqual({ nodes: entities, relations });
  });

  it.each([...queries])('%s', async (title, query) => {
    const [parameters, expected] = answers[title] ?? [{}, []];
    const { records } = await driver.executeQuery(query, { repository: 'shop-repository', ...parameters });
    const rows = records.map((record) => record.toObject());
    const wanted = rows.slice(
      0,
      Math.max(expected.length, title.startsWith('What does most') ? 0 : rows.length),
    );
    expect(wanted.map((row, index) => like(row, expected[index]))).toEqual(expected);
  });

  it('is replaced by a push of the changed repository', async () => {
    writeFileSync(join(shop(), 'shop/base.py'), 'class Priced:\n    pass\n');
    const { exitCode } = await cli(['graph', 'push', shop(), '--neo4j', server.uri]);
    expect(exitCode).toBe(0);
    const query = queries.get('Who replaces this method?') ?? '';
    const parameters = { repository: 'shop-repository', name: 'shop.base.Priced.total' };
    expect((await driver.executeQuery(query, parameters)).records).toEqual([]);
  });
});

describe('graph push', () => {
  it.each([
    { argv: [], code: 2, says: 'no Neo4j server is named' },
    { argv: ['--neo4j', 'nonsense'], code: 2, says: 'bolt://127.0.0.1:7687' },
    { argv: ['--neo4j', 'bolt://127.0.0.1:1'], code: 1, says: 'does not answer' },
  ])('with $argv says what to do', async ({ argv, code, says }) => {
    const { exitCode, stderr } = await cli(['graph', 'push', 'examples/timetable', ...argv]);
    expect(exitCode).toBe(code);
    expect(stderr).toContain(says);
    expect(stderr).toContain('hint: ');
  });
});
