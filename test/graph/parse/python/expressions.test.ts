import { describe, expect, it, test } from 'vitest';
import type { Expression } from '../../../../graph/domain/facts.ts';
import { positionAt } from '../../../../graph/domain/position.ts';
import { extractFacts } from '../../../../graph/parse/extract-facts.ts';
import { bodyOf, scopeAt, show } from '../../../support/show-facts.ts';

/** The value of `x = source`. */
async function read(source: string): Promise<Expression> {
  const [bind] = scopeAt(await extractFacts(`x = ${source}\n`), 0).body.filter(({ t }) => t === 'bind');
  if (bind?.t !== 'bind' || !bind.value) throw new Error(`no value in ${source}`);
  return bind.value;
}

test.each([
  ['a.b.c(1)[d]', 'a.b.c(int:1)[d]'],
  ['f(a, *b, c=d, **e)', 'f(a, *b, c=d, **e)'],
  ['f(i for i in j)', 'f(generator#1)'],
  ['a[1:2, ..., b]', 'a[(<slice: int:1, int:2>, Ellipsis, b,)]'],
  ['(a, *b), [c], {d}, {e: f, **g}', '((a, *b,), [c], {d}, {e: f, **: g},)'],
  ['not a', '<not bool: a>'],
  ['a < b <= c', '<a, b, c>'],
  ['a and b and c', '(a and b and c)'],
  ['a and b or c', '((a and b) or c)'],
  ['a or b and c', '(a or (b and c))'],
  ['a if b else c', '(a if b else c)'],
  ['a + b * c - d', '((a + (b * c)) - d)'],
  ['a ** b // c << d', '(((a ** b) // c) << d)'],
  ['(a + # note -\n  b)', '(a + b)'],
  ['(a and # or\n  b)', '(a and b)'],
  ['(a\n  or b)', '(a or b)'],
  ['-1', 'int:-1'],
  ['~a', '<a>'],
  ['await f()', 'await f()'],
  ['lambda a, *b: a', 'lambda#1'],
  ['[a for a in b]', 'list#1'],
  ['1_000', 'int:1000'],
  ['0x1F', 'int:31'],
  ['1e3', 'float'],
  ['2j', 'complex'],
  ['99999999999999999999', 'int'],
  ['True, None', '(bool:1, None,)'],
  ['b"x"', 'bytes'],
  ['r"a\\n"', 'str:a\\n'],
  ['"a\\x41\\u00e9\\q\\\'"', "str:aAé\\q'"],
  ['"a" "b"', 'str:ab'],
  ['f"{a!r:>{w}} {b.c()}"', '<str: a, w, b.c()>'],
  ['"x" f"{a}"', '<str: a>'],
  ['(yield a)', '<>'],
  ['((a))', 'a'],
  ['f(*a.b)', 'f(*a.b)'],
])('%s → %s', async (source, expected) => {
  expect(show(await read(source))).toBe(expected);
});

describe('positions', () => {
  it('are those of names, 1-based, in UTF-16 code units', async () => {
    const value = await read('"😀", aa.bb(cc)');
    expect(value).toMatchObject({
      items: [
        { at: positionAt(1, 5) },
        { t: 'call', at: positionAt(1, 14), args: [{ at: positionAt(1, 17) }] },
      ],
    });
  });

  it('hold inside annotations in quotes', async () => {
    const facts = await extractFacts('\nx: "a.Foo"\n');
    expect(scopeAt(facts, 0).body).toMatchObject([
      { annotation: { name: 'Foo', at: positionAt(2, 7), of: { at: positionAt(2, 5) } } },
    ]);
  });

  it('leave a quoted annotation that is no expression as it is', async () => {
    const facts = await extractFacts('x: "not a, type ["\ny: "a = b"\n');
    expect(bodyOf(facts)).toEqual(['annotation x: str:not a, type [', 'annotation y: str:a = b']);
  });
});

describe('tables of data', () => {
  it('keep what is not constant, and the first constants', async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => (i === 700 ? 'name' : String(i)));
    const list = await read(`[${items.join(', ')}]`);
    expect(list.t === 'list' && list.items).toHaveLength(257);
    expect(list.t === 'list' && list.items.at(-1)).toMatchObject({ id: 'name' });
    const dict = await read(`{${items.map((item) => `${item}: ${item}`).join(', ')}}`);
    expect(dict.t === 'dict' && dict.entries).toHaveLength(257);
  });
});

describe('values of strings', () => {
  it('are left out when they are long', async () => {
    expect(await read(`"${'x'.repeat(201)}"`)).toMatchObject({ type: 'str', value: undefined });
  });
});

test('names are normalised as Python does (PEP 3131)', async () => {
  expect(show(await read('ﬁne.ℌello'))).toBe('fine.Hello');
});
