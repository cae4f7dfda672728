import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type IndexRequest, indexRepository } from '../../../graph/index/build.ts';
import { openEmbeddedCatalog } from '../../../graph/store/embedded/catalog.ts';
import type { GraphCatalog } from '../../../graph/store/port.ts';
import { withFolder, writeFiles } from '../../support/git-repository.ts';

const cart = `"""Carts."""
from .tax import rate as tax_rate, Money


class Cart:
    """What a customer wants."""

    limit: int = 10

    def __init__(self, owner: "Money | None" = None):
        self.items = []
        self.owner = owner

    @property
    def total(self):
        """Price of all."""
        if len(self.items) > self.limit:
            return Money(0)
        return sum(item.price * tax_rate(item) for item in self.items)


def show(cart: Cart, width=80):
    print(cart.total, width)
    return Cart()
`;

const project = {
  'shop/__init__.py': 'from .cart import Cart\n',
  'shop/cart.py': cart,
  'shop/tax.py': 'class Money:\n    pass\n\n\ndef rate(item):\n    return 1\n',
  'test_shop.py': 'from shop.cart import show, Cart\n\n\ndef test_show():\n    assert show(Cart())\n',
};

interface Counted {
  readonly catalog: GraphCatalog;
  /** Graphs that were resolved and published whole. */
  whole: number;
}

function counted(folder: string): Counted {
  const catalog = openEmbeddedCatalog(folder);
  const result: Counted = {
    whole: 0,
    catalog: {
      ...catalog,
      publish: (snapshot, graph, signal) => {
        result.whole += 1;
        return catalog.publish(snapshot, graph, signal);
      },
    },
  };
  return result;
}

async function keyOf(request: IndexRequest): Promise<string> {
  const { store, snapshot } = await indexRepository(request);
  await store.close();
  return snapshot.key;
}

/** The graph that is there after `edit`, byte for byte, beside that of a home that has seen nothing else. */
async function graphsAfter(folder: string, edit: (root: string) => void) {
  const root = join(folder, 'project');
  await writeFiles(root, project);
  const graphs = counted(join(folder, 'graphs'));
  const request = { root, catalog: graphs.catalog, cacheDir: join(folder, 'facts'), workers: 1 };
  await keyOf(request);
  const before = graphs.whole;
  edit(root);
  const key = await keyOf(request);
  const clean = openEmbeddedCatalog(join(folder, 'clean'));
  expect(await keyOf({ root, catalog: clean, cacheDir: join(folder, 'clean-facts'), workers: 1 })).toBe(key);
  const bytes = (home: string) => readFileSync(join(folder, home, `${key}.graph`));
  return { whole: graphs.whole - before, isEqual: bytes('graphs').equals(bytes('clean')) };
}

const replaced = (from: string, to: string) => (root: string) => {
  expect(cart).toContain(from);
  writeFileSync(join(root, 'shop/cart.py'), cart.replace(from, to));
};

describe('a change that resolution does not read', () => {
  it.each([
    ['a comment before everything', replaced('"""Carts', '# new\n\n"""Carts')],
    ['a comment within', replaced('        self.owner =', '        # whose\n        self.owner =')],
    ['a comment at the end of a line', replaced('self.items = []', 'self.items = []  # strange words here')],
    ['empty lines', replaced('    def __init__', '\n\n\n    def __init__')],
    ['a docstring', replaced('Price of all.', 'What it costs.\n\n        In all, taxes included.\n        ')],
    ['a comparison', replaced('> self.limit', '>= self.limit')],
    ['spaces', replaced('print(cart.total, width)', 'print( cart.total,   width )')],
    ['nothing but the last line end', replaced('return Cart()\n', 'return Cart()')],
    [
      'two files',
      (root) => {
        replaced('Price', 'Cost')(root);
        writeFileSync(join(root, 'shop/__init__.py'), '# the shop\nfrom .cart import Cart\n');
      },
    ],
  ] satisfies [string, (root: string) => void][])(
    '%s: gives the graph of a clean run, without resolving anything',
    async (_, edit) =>
      withFolder(async (folder) => {
        expect(await graphsAfter(folder, edit)).toEqual({ whole: 0, isEqual: true });
      }),
  );
});

describe('a change that resolution reads', () => {
  it.each([
    ['another name', replaced('return Cart()', 'return Money()')],
    [
      'another order',
      replaced(
        '        self.items = []\n        self.owner = owner\n',
        '        self.owner = owner\n        self.items = []\n',
      ),
    ],
    [
      'a statement more',
      replaced('        self.items = []', '        self.items = []\n        self.seen = 0'),
    ],
    ['two lines that were one', replaced('print(cart.total, width)', 'print(cart.total,\n          width)')],
    ['another annotation within a string', replaced('"Money | None"', '"Cart | None"')],
    ['a file more', (root) => writeFileSync(join(root, 'shop/more.py'), '')],
    ['a file less', (root) => rmSync(join(root, 'shop/tax.py'))],
    ['a syntax error', replaced('return Cart()', 'return Cart(')],
  ] satisfies [string, (root: string) => void][])('%s: is resolved', async (_, edit) =>
    withFolder(async (folder) => {
      expect(await graphsAfter(folder, edit)).toEqual({ whole: 1, isEqual: true });
    }),
  );
});

it(
  'goes on from one carried graph to the next, and gives that of a clean run each time',
  async () =>
    withFolder(async (folder) => {
      const root = join(folder, 'project');
      await writeFiles(root, project);
      const { randomEditor } = (await import(
        pathToFileURL(resolve('scripts/bench/random-edits.mjs')).href
      )) as { randomEditor: (folder: string, seed: number) => { edit(): string } };
      const { edit } = randomEditor(root, 3);
      const request = {
        root,
        catalog: openEmbeddedCatalog(join(folder, 'graphs')),
        cacheDir: join(folder, 'facts'),
        workers: 1,
      };
      for (let turn = 0; turn < 15 && readdirSync(join(root, 'shop')).length > 0; turn += 1) {
        const what = edit();
        const key = await keyOf(request);
        const clean = { ...request, catalog: openEmbeddedCatalog(join(folder, `clean-${turn}`)) };
        await keyOf({ ...clean, cacheDir: join(folder, `clean-facts-${turn}`) });
        const bytes = (home: string) => readFileSync(join(folder, home, `${key}.graph`));
        expect(bytes('graphs').equals(bytes(`clean-${turn}`)), what).toBe(true);
      }
    }),
  60_000,
);

it('resolves everything where the earlier graph or its facts are gone or damaged', async () =>
  withFolder(async (folder) => {
    const edits = [
      () => rmSync(join(folder, 'graphs'), { recursive: true }),
      () => {
        for (const name of readdirSync(join(folder, 'facts')))
          if (name.startsWith('facts-')) rmSync(join(folder, 'facts', name), { recursive: true });
      },
      () => {
        for (const name of readdirSync(join(folder, 'graphs')))
          writeFileSync(join(folder, 'graphs', name), 'no');
      },
      () => {
        for (const name of readdirSync(join(folder, 'facts/last')))
          writeFileSync(join(folder, 'facts/last', name), '../x');
      },
    ];
    for (const damage of edits) {
      rmSync(join(folder, 'project'), { recursive: true, force: true });
      const { whole, isEqual } = await graphsAfter(folder, (root) => {
        damage();
        replaced('Price', 'Cost')(root);
      });
      expect({ whole, isEqual }, String(damage)).toEqual({ whole: 1, isEqual: true });
      for (const home of ['graphs', 'clean']) rmSync(join(folder, home), { recursive: true, force: true });
    }
  }));
