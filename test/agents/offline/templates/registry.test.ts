import { describe, expect, test } from 'vitest';
import { createTemplateFixer } from '../../../../agents/offline/fixer.ts';
import { templates } from '../../../../agents/offline/templates/registry.ts';
import { edited, type FixCase, fixInput } from '../../../builders/fix-input.ts';

interface Row extends Omit<FixCase, 'source'> {
  readonly was: string;
  readonly becomes: string;
}

const lines = (...text: string[]) => `${text.join('\n')}\n`;
/** A function of one statement. */
const body = (...text: string[]) => lines('def f(a, b, n):', ...text.map((line) => `    ${line}`));
const row = (was: string, becomes: string, more: Partial<Row> = {}): Row => ({ was, becomes, ...more });

const table: Readonly<Record<string, readonly Row[]>> = {
  compare: [
    row(body('return a < b'), body('return a <= b')),
    row(body('return a < b'), body('return a > b')),
    row(body('return a == b'), body('return a != b')),
    row(body('return a is None'), body('return a is not None')),
    row(body('return a not in b'), body('return a in b')),
    row(body("return a is 'x'"), body("return a == 'x'")),
    row(body('return len(a) == 0'), body('return len(a) <= 1')),
  ],
  operator: [
    row(body('return a - n'), body('return a + n')),
    row(body('return a / n'), body('return a // n')),
    row(body('n ^= n - 1', 'return n'), body('n &= n - 1', 'return n')),
    row(body('return a and b'), body('return a or b')),
    row(body('return -n'), body('return n')),
    row(body("return '-' / n"), body("return '-' * n")),
  ],
  'off-by-one': [
    row(body('return list(range(n))'), body('return list(range(n + 1))')),
    row(body('return a[n]'), body('return a[n - 1]')),
    row(body('return len(a) * [0]'), body('return (len(a) - 1) * [0]')),
    row(body('return a[n - 1]'), body('return a[n]')),
    row(body('return f(a, b, n)'), body('return f(a, b, n + 1)')),
  ],
  swap: [
    row(body('return g(a, b)'), body('return g(b, a)')),
    row(body('return a - b'), body('return b - a')),
    row(body('return a[b, n]'), body('return a[n, b]')),
    row(body('return a if n else b'), body('return b if n else a')),
    row(body('a, b = b, n', 'return a'), body('a, b = n, b', 'return a')),
  ],
  constant: [
    row(body('return n * 0'), body('return n * 1')),
    row(body('return True'), body('return False')),
    row(body("return 'XXyesXX'"), body("return 'yes'")),
    row(body("return 'nmae'"), body("return 'name'"), { said: "KeyError: 'name'" }),
  ],
  name: [
    row(body('count = n', 'return a[n]'), body('count = n', 'return a[count]')),
    row(body('return (a, a)'), body('return (a, b)')),
  ],
  attribute: [
    row(
      lines(
        'class C:',
        '    def f(self):',
        '        self.total = 1',
        '        self.count = 2',
        '        return self.count',
      ),
      lines(
        'class C:',
        '    def f(self):',
        '        self.total = 1',
        '        self.count = 2',
        '        return self.total',
      ),
      { kind: 'class' },
    ),
  ],
  builtin: [
    row(body('return min(a)'), body('return max(a)')),
    row(body('return any(a)'), body('return all(a)')),
    row(body('a.append(b)'), body('a.extend(b)')),
    row(body('return a.lstrip()'), body('return a.strip()')),
    row(body('return a.startswith(b)'), body('return a.endswith(b)')),
    row(body('return a.pop()'), body('return a.popleft()')),
  ],
  condition: [
    row(body('if a:', '    return b'), body('if not a:', '    return b')),
    row(body('if not a:', '    return b'), body('if a:', '    return b')),
    row(body('if a and b:', '    return n'), body('if a:', '    return n')),
    row(
      body('if n < 0:', '    return 0', 'return a[0]'),
      body('if n < 0 or not a:', '    return 0', 'return a[0]'),
    ),
  ],
  guard: [
    row(body('return a.name'), body('if a is None:', '    return None', 'return a.name'), {
      said: "AttributeError: 'NoneType' object has no attribute 'name'",
    }),
    row(
      body('first, rest = a', 'return first'),
      body('if not a:', '    return None', 'first, rest = a', 'return first'),
    ),
    row(
      body('if a.next is None:', '    return False', 'return True'),
      body('if a is None or a.next is None:', '    return False', 'return True'),
    ),
    row(body("b = {'k': 1}", 'return b[a]'), body("b = {'k': 1}", 'return b.get(a)')),
    row(body('for x in a:', '    b(x)'), body('for x in a or []:', '    b(x)')),
  ],
  return: [
    row(body('if a:', '    return b', 'n = 1'), body('if a:', '    return b', 'n = 1', 'return n')),
    row(body('depth = 0', 'return True'), body('depth = 0', 'return depth == 0')),
    row(body('return []'), body('return [n]')),
    row(body('return []'), body('return [[]]')),
    row(body('yield f(a, b, n)'), body('yield from f(a, b, n)')),
    row(body('f(a, b, n - 1)'), body('return f(a, b, n - 1)')),
  ],
  slice: [
    row(body('return a[1:]'), body('return a[:1]')),
    row(body('x = a[:n]', 'for y in a:', '    b(y)'), body('x = a[:n]', 'for y in a[n:]:', '    b(y)')),
    row(body('return a[0]'), body('return a[-1]')),
  ],
  operand: [
    row(body('return 1 + a'), body('return a')),
    row(body('m = n - 1', 'return f(a, b, n)'), body('m = n - 1', 'return f(a, b, n - m)')),
    row(
      body('rest = [a]', 'return [b + x for x in rest]'),
      body('rest = [a]', 'return rest + [b + x for x in rest]'),
    ),
  ],
  wrap: [
    row(body('yield f(a)'), body('yield a')),
    row(
      body('best = 0', 'best = n + 1', 'return best'),
      body('best = 0', 'best = max(best, n + 1)', 'return best'),
    ),
    row(body('return f(a[1:], b)'), body('return f(a[1:], b[1:])')),
    row(body('for x in a:', '    a.remove(x)'), body('for x in list(a):', '    a.remove(x)'), {
      said: 'RuntimeError: Set changed size during iteration',
    }),
  ],
  loop: [
    row(body('while True:', '    a.pop()'), body('while a:', '    a.pop()')),
    row(body('for x in []:', '    b(x)'), body('for x in a:', '    b(x)')),
    row(body('for i in n:', '    b[i] = i - 1'), body('for i in range(n):', '    b[i] = i - 1')),
  ],
  assign: [
    row(
      body('t = 0', 'for x in a:', '    t = x', 'return t'),
      body('t = 0', 'for x in a:', '    t += x', 'return t'),
    ),
    row(body('b += 1'), body('b = 1')),
    row(
      lines('class C:', '    def __init__(self, name):', '        self.name = None'),
      lines('class C:', '    def __init__(self, name):', '        self.name = name'),
      { kind: 'class' },
    ),
    row(body('low = 0', 'return low'), body("low = float('inf')", 'return low')),
  ],
  expression: [
    row(body('a[n, b] = min(b[n] + 1, b[a])'), body('b[n] = min(b[n] + 1, b[a])')),
    row(body('d = a(b)', 'return min(d, a(b) + n)'), body('d = a(b)', 'return min(d, d + n)')),
  ],
  insert: [
    row(
      body('seen = set()', 'for x in a:', '    if x not in seen:', '        b(x)'),
      body('seen = set()', 'for x in a:', '    if x not in seen:', '        b(x)', '        seen.add(x)'),
    ),
    row(
      body('last = None', 'while a:', '    a.before = last', '    a = a.next', 'return last'),
      body('last = None', 'while a:', '    a.before = last', '    last = a', '    a = a.next', 'return last'),
    ),
    row(
      body('out = []', 'for x in a:', '    out.append(x)', 'return out'),
      body('out = []', 'for x in a:', '    out.append(x)', 'out.append(b)', 'return out'),
    ),
  ],
  statement: [
    row(
      body('for x in a:', '    if x:', '        break'),
      body('for x in a:', '    if x:', '        continue'),
    ),
    row(body('b(a)', 'b(n)'), body('b(n)')),
    row(body('b(a)', 'b(n)'), body('b(n)', 'b(a)')),
    row(body('if a:', '    b(a)'), body('b(a)')),
    row(body('for x in a:', '    b(x)', '    return n'), body('for x in a:', '    b(x)', 'return n')),
  ],
  argument: [
    row(body('return g(a, b)'), body('return g(a)')),
    row(
      lines('def g(x, y):', '    return x', 'def f(a, b):', '    return g(a)'),
      lines('def g(x, y):', '    return x', 'def f(a, b):', '    return g(a, b)'),
      { from: 3, to: 4 },
    ),
    row(body("return getattr(a, 'x')"), body("return getattr(a, 'x', None)")),
  ],
  keyword: [
    row(
      lines('def g(x, deep=False):', '    return x', 'def f(a, deep):', '    return g(a)'),
      lines('def g(x, deep=False):', '    return x', 'def f(a, deep):', '    return g(a, deep=deep)'),
      { from: 3, to: 4 },
    ),
    row(body('return g(n=None)'), body('return g(n=n)')),
  ],
  exception: [
    row(
      body('try:', '    return a[b]', 'except IndexError:', '    return n'),
      body('try:', '    return a[b]', 'except KeyError:', '    return n'),
      { said: "KeyError: 'x'" },
    ),
    row(body('raise TypeError(a)'), body('raise ValueError(a)')),
  ],
  decorator: [
    row(
      lines('class C:', '    def size(self):', '        return self.n'),
      lines('class C:', '    @property', '    def size(self):', '        return self.n'),
      { kind: 'class' },
    ),
    row(
      lines('class C:', '    @staticmethod', '    def size(self):', '        return 1'),
      lines('class C:', '    def size(self):', '        return 1'),
      { kind: 'class' },
    ),
  ],
};

describe('templates', () => {
  test('have unique names, priors between 0 and 1, and a table here', () => {
    const names = templates.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(templates.every(({ prior }) => prior > 0 && prior <= 1)).toBe(true);
    expect(Object.keys(table).sort()).toEqual([...names].sort());
  });

  for (const [family, rows] of Object.entries(table))
    describe(family, () => {
      for (const { was, becomes, ...more } of rows)
        test(becomes.trim().replaceAll('\n', ' ⏎ '), async () => {
          const input = fixInput({ source: was, ...more });
          const suggestions = input.entities.map(({ id, path }) => ({
            entityId: id,
            path,
            startLine: 1,
            endLine: 99,
            template: family,
            title: '',
            rationale: '',
            confidence: 1,
          }));
          const candidates = await createTemplateFixer().fix({ ...input, suggestions });
          expect(candidates.every(({ template }) => template === family)).toBe(true);
          expect(candidates.map(({ edits }) => edited(was, edits))).toContain(becomes);
        });
    });
});
