import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { FileFacts } from '../../../../graph/domain/facts.ts';
import { decodeFacts } from '../../../../graph/parse/codec/decode-facts.ts';
import { encodeFacts } from '../../../../graph/parse/codec/encode-facts.ts';
import { extractFacts } from '../../../../graph/parse/extract-facts.ts';

const everything = `'''Doc.'''
from __future__ import annotations
import a.b, c as d
from ..e import (f as g, h)
from . import *
x = y = z, *w = lambda p, *q, r=1, **s: (yield p)
total: "List[int]" = [1, -2, 3.5, 4j, b"5", "six", None, True, ..., 99999999999999999999]
total += {1: 2, **{3: 4}}
del total[0], x.y
@deco(1)
class C(Base, Generic[T], metaclass=Meta, **kw):
    """Class."""
    attr: int
    async def m(self, a, /, b: int = 2, *c: str, d, **e) -> "R":
        global total, other
        async with a as b, c: pass
        async for i, (j, *k) in aiter(b): await i
        try: raise E from None
        except (A, B) as err: raise
        finally: pass
        if isinstance(self.x, A) and not b: return {i for i in c}
        total = [i async for i in c if (n := i)]
        yield from (k for k in c)
        return {k: v for k, v in e.items()}
def outer():
    n = 1
    def inner():
        nonlocal n
        n = a if b else c or d and not e
        assert type(n) is int, f"{n!r:>{w}} {n}"
    match n:
        case Point(x=0) as p if p: pass
        case [1, *rest] | {"k": v}: pass
    while n: n -= 1
    return a[1:2, ...] @ b ** -c
`;

describe('codec', () => {
  it('gives back every kind of fact', async () => {
    const facts = await extractFacts(everything);
    expect(facts.errorLines).toEqual([]);
    expect(decodeFacts(encodeFacts(facts))).toEqual(facts);
  });

  it('gives back what was cut and what did not parse', async () => {
    const facts = await extractFacts(`x = ${'('.repeat(500)}a${')'.repeat(500)}\ny = = 2\n`);
    expect(facts.cutLines).toEqual([1]);
    expect(decodeFacts(encodeFacts(facts))).toEqual(facts);
  });

  it('gives back the facts of every fixture', async () => {
    const root = join(import.meta.dirname, '../../../fixtures/repos');
    const paths = readdirSync(root, { recursive: true })
      .map(String)
      .filter((path) => path.endsWith('.py'));
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) {
      const facts = await extractFacts(readFileSync(join(root, path), 'utf8'));
      expect(decodeFacts(encodeFacts(facts)), path).toEqual(facts);
    }
  });

  it('makes equal strings one when told to', async () => {
    const seen = new Set<string>();
    decodeFacts(encodeFacts(await extractFacts('alpha = beta\n')), (text) => {
      seen.add(text);
      return text;
    });
    expect(seen).toContain('alpha');
  });
});

describe('damage', () => {
  const bytesOf = async (source: string): Promise<Uint8Array> => encodeFacts(await extractFacts(source));

  test.each([
    { what: 'nothing', damage: () => new Uint8Array() },
    { what: 'three bytes', damage: () => new Uint8Array(3) },
    { what: 'a table longer than all', damage: () => new Uint8Array([255, 255, 255, 127, 0]) },
    { what: 'half', damage: (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1) },
    { what: 'all but the last byte', damage: (bytes: Uint8Array) => bytes.subarray(0, -1) },
  ])('$what is CACHE_CORRUPT', async ({ damage }) => {
    const bytes = await bytesOf('def f(a):\n    return a.b(1)\n');
    expect(() => decodeFacts(damage(bytes))).toThrow(expect.objectContaining({ code: 'CACHE_CORRUPT' }));
  });

  it('never gives anything but facts or an error for a changed byte', async () => {
    const bytes = await bytesOf('class A(B):\n    x: int = f(1)\n');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      const outcome = ((): FileFacts | Error => {
        try {
          return decodeFacts(changed);
        } catch (error) {
          return error as Error;
        }
      })();
      expect(outcome instanceof Error || Array.isArray(outcome.scopes)).toBe(true);
    }
  });
});
