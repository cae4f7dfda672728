import { describe, expect, it } from 'vitest';
import { graphOfSources } from './fixture.ts';

async function tested(sources: Readonly<Record<string, string>>): Promise<string[]> {
  const { relations } = await graphOfSources(sources);
  return relations
    .filter(({ kind }) => kind === 'TESTED_BY')
    .map(({ src, dst, confidence }) => `${src} ${confidence} ${dst}`);
}

const shop = [
  'class Cart:',
  '    def __init__(self):',
  '        self.items = []',
  '    def add(self, item):',
  '        self.items.append(check(item))',
  '',
  'def check(item):',
  '    return item',
  '',
  'def empty():',
  '    return Cart()',
  '',
].join('\n');

describe('TESTED_BY', () => {
  it('follows the calls of a test: its own as sure as they are, further ones inferred', async () => {
    const test = 'from shop import Cart\n\ndef test_adding():\n    cart = Cart()\n    cart.add(1)\n';
    expect(await tested({ 'shop.py': shop, 'tests/test_shop.py': test })).toEqual([
      'shop.py:Cart exact tests/test_shop.py:test_adding',
      'shop.py:Cart.__init__ exact tests/test_shop.py:test_adding',
      'shop.py:Cart.add inferred tests/test_shop.py:test_adding',
      'shop.py:check inferred tests/test_shop.py:test_adding',
    ]);
  });

  it('goes through helpers, set-ups of the class and its bases, and fixtures', async () => {
    const sources = {
      'shop.py': 'def one(): pass\ndef two(): pass\ndef three(): pass\ndef four(): pass\ndef five(): pass\n',
      'tests/conftest.py':
        'import pytest\nfrom shop import four\n\n@pytest.fixture\ndef made(again):\n    return four()\n',
      'tests/base.py':
        'from unittest import TestCase\nfrom shop import three\n\nclass Base(TestCase):\n    def setUp(self):\n        three()\n',
      'tests/test_all.py': [
        'import pytest',
        'from shop import one, two, five',
        'from tests.base import Base',
        '',
        'def helper():',
        '    one()',
        '',
        '@pytest.fixture(name=None)',
        'def again():',
        '    five()',
        '',
        'class TestAll(Base):',
        '    def setUp(self):',
        '        two()',
        '    def test_it(self):',
        '        helper()',
        '',
        'def test_made(made):',
        '    pass',
        '',
      ].join('\n'),
    };
    expect(await tested(sources)).toEqual([
      'shop.py:five inferred tests/test_all.py:test_made',
      'shop.py:four inferred tests/test_all.py:test_made',
      'shop.py:one inferred tests/test_all.py:TestAll.test_it',
      'shop.py:three inferred tests/test_all.py:TestAll.test_it',
      'shop.py:two inferred tests/test_all.py:TestAll.test_it',
    ]);
  });

  it('takes a name for a candidate, where the file is imported', async () => {
    const sources = {
      'shop.py': shop,
      'other.py': 'def check(): pass\n',
      'test_shop.py':
        'import shop\n\nclass CartTests:\n    def test_anything(self):\n        pass\n\ndef test_check():\n    pass\n',
    };
    expect(await tested(sources)).toEqual([
      'shop.py:Cart candidate test_shop.py:CartTests.test_anything',
      'shop.py:check candidate test_shop.py:test_check',
    ]);
  });

  it('has no tests of tests, none from candidates, and none where there are no tests', async () => {
    expect(await tested({ 'shop.py': `${shop}\ndef test_like():\n    empty()\n` })).toEqual([]);
    const test = 'def helper(): pass\n\ndef test_a(thing):\n    helper()\n    thing.add(1)\n';
    expect(await tested({ 'shop.py': shop, 'test_a.py': test })).toEqual([]);
  });

  it('is bounded for a test that reaches everything, and for what every test reaches', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `f${index}`);
    const sources = {
      'shop.py': `${many.map((name) => `def ${name}(): pass`).join('\n')}\ndef common(): pass\n`,
      'test_many.py': `from shop import *\n\ndef test_many():\n${many.map((name) => `    ${name}()`).join('\n')}\n`,
      'test_common.py': `from shop import common\n${Array.from({ length: 150 }, (_, index) => `def test_${index}(): common()`).join('\n')}\n`,
    };
    const found = await tested(sources);
    expect(found.filter((line) => line.endsWith(':test_many'))).toHaveLength(24);
    expect(found.filter((line) => line.startsWith('shop.py:common '))).toHaveLength(100);
  });

  it('ends on calls in a circle', async () => {
    const sources = {
      'shop.py': 'def a():\n    b()\n\ndef b():\n    a()\n',
      'test_a.py': 'from shop import a\n\ndef test_it():\n    a()\n    test_it()\n',
    };
    expect(await tested(sources)).toEqual([
      'shop.py:a exact test_a.py:test_it',
      'shop.py:b inferred test_a.py:test_it',
    ]);
  });
});
