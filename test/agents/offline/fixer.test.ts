import { describe, expect, test } from 'vitest';
import { createTemplateFixer } from '../../../agents/offline/fixer.ts';
import { createTemplateSuggester } from '../../../agents/offline/suggester.ts';
import { templates } from '../../../agents/offline/templates/registry.ts';
import { entityId } from '../../../graph/domain/entity.ts';
import { parses } from '../../../graph/parse/python-parser.ts';
import { edited, fixInput, placed, resultsOf } from '../../builders/fix-input.ts';
import { graphOf } from '../../builders/graph-of.ts';

const fixer = createTemplateFixer();

const search = `def search(items, wanted, start=0):
    """Find it."""
    low, high = start, len(items)
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:  # found
            return middle
        elif items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return -1
`;

describe('createTemplateFixer', () => {
  test('gives changes that all apply, parse, differ from the original and from each other', async () => {
    const candidates = await fixer.fix(fixInput({ source: search }));
    const results = resultsOf(search, candidates);
    expect(candidates.length).toBeGreaterThan(200);
    expect(new Set(results).size).toBe(results.length);
    expect(new Set(candidates.map(({ id }) => id)).size).toBe(results.length);
    expect(results).not.toContain(search);
    for (const text of results) expect(await parses(text)).toBe(true);
  });

  test('gives the same answer to the same question', async () => {
    const first = await fixer.fix(fixInput({ source: search, said: 'IndexError: list index out of range' }));
    const again = await fixer.fix(fixInput({ source: search, said: 'IndexError: list index out of range' }));
    expect(again).toEqual(first);
  });

  test('keeps to the limit, best prior first, and mixes the families', async () => {
    const candidates = await fixer.fix(fixInput({ source: search, limit: 60 }));
    const priors = candidates.map(({ prior }) => prior);
    expect(candidates).toHaveLength(60);
    expect(priors).toEqual([...priors].sort((a, b) => b - a));
    expect(priors.every((prior) => prior >= 0 && prior <= 1)).toBe(true);
    expect(new Set(candidates.map(({ template }) => template)).size).toBeGreaterThanOrEqual(8);
  });

  test('starts with the most suspicious lines', async () => {
    const input = fixInput({
      source: search,
      lines: { 3: 0.2, 4: 0.2, 5: 0.2, 6: 0.2, 8: 0.2, 9: 1 },
      limit: 12,
    });
    const candidates = await fixer.fix(input);
    const first = candidates.filter(({ edits }) => placed(edits[0]).startLine === 9);
    expect(first.length).toBeGreaterThanOrEqual(10);
  });

  test('tries guards early when something was None', async () => {
    const source = 'def label(item, other):\n    n = 1 + 2\n    return item.name\n';
    const plain = await fixer.fix(fixInput({ source }));
    const told = await fixer.fix(
      fixInput({ source, said: "AttributeError: 'NoneType' object has no attribute 'name'" }),
    );
    const place = (all: typeof plain) => all.findIndex(({ template }) => template === 'guard');
    expect(place(told)).toBeLessThan(place(plain));
  });

  test('keeps carriage returns, tabs and what follows on the line', async () => {
    const source = 'def f(a):\r\n\tif a:\r\n\t\tb = a.next  # step\r\n\treturn b\r\n';
    const results = resultsOf(source, await fixer.fix(fixInput({ source })));
    expect(results).toContain(
      'def f(a):\r\n\tif a:\r\n\t\tif a is None:\r\n\t\t\treturn None\r\n\t\tb = a.next  # step\r\n\treturn b\r\n',
    );
    for (const text of results) expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('counts columns in UTF-16 code units', async () => {
    const source = "def f(n):\n    return '😀é', n < 1\n";
    const results = resultsOf(source, await fixer.fix(fixInput({ source })));
    expect(results).toContain("def f(n):\n    return '😀é', n <= 1\n");
  });

  test('works in a file without a last newline, at its very end', async () => {
    const source = 'def f(a):\n    b = a';
    const results = resultsOf(source, await fixer.fix(fixInput({ source })));
    expect(results).toContain('def f(a):\n    b = a\n    return b');
  });

  test('changes only the lines of its entities', async () => {
    const source = 'def f(a):\n    return a < 1\n\n\ndef g(a):\n    return a < 2\n';
    const candidates = await fixer.fix(fixInput({ source, from: 5, to: 6 }));
    expect(candidates.length).toBeGreaterThan(5);
    for (const { edits } of candidates)
      for (const { startLine } of edits.map(placed)) expect(startLine).toBeGreaterThan(4);
  });

  test('changes module code of a file, and a variable', async () => {
    const source = 'limit = 10\n\n\ndef f(a):\n    return a < 2\n';
    const ofFile = resultsOf(source, await fixer.fix(fixInput({ source, kind: 'file' })));
    const ofVariable = resultsOf(
      source,
      await fixer.fix(fixInput({ source, kind: 'variable', from: 1, to: 1 })),
    );
    for (const results of [ofFile, ofVariable]) {
      expect(results).toContain(source.replace('10', '11'));
      expect(results.every((text) => text.endsWith('return a < 2\n'))).toBe(true);
    }
  });

  test('knows attributes of the class from the graph', async () => {
    const graph = graphOf(
      {
        'node.py':
          'class Node:\n    def incoming(self):\n        pass\n    def outgoing(self):\n        pass\n',
      },
      [],
    );
    const source = 'def order(node):\n    return node.outgoing()\n';
    const results = resultsOf(source, await fixer.fix(fixInput({ source, graph })));
    expect(results).toContain('def order(node):\n    return node.incoming()\n');
  });

  test('only makes what was suggested', async () => {
    const input = fixInput({ source: search });
    const all = await createTemplateSuggester().suggest(input);
    const suggestions = all.filter(({ template }) => template === 'compare');
    const candidates = await fixer.fix({ ...input, suggestions });
    expect(suggestions).toHaveLength(1);
    expect(new Set(candidates.map(({ template }) => template))).toEqual(new Set(['compare']));
  });

  test('takes a suggestion of no template of ours as one for all', async () => {
    const input = fixInput({ source: search });
    const [first] = await createTemplateSuggester().suggest(input);
    const suggestions = first ? [{ ...first, template: 'model' }] : [];
    const candidates = await fixer.fix({ ...input, suggestions });
    expect(new Set(candidates.map(({ template }) => template)).size).toBeGreaterThan(8);
  });

  test('gives nothing for a file that is gone', async () => {
    const input = fixInput({ source: search });
    const repository = { ...input.repository, read: async () => undefined };
    expect(await fixer.fix({ ...input, repository })).toEqual([]);
  });

  test('still works where the file does not parse', async () => {
    const source = 'def broken(:\n    pass\n\n\ndef f(a):\n    return a < 1\n';
    const results = resultsOf(source, await fixer.fix(fixInput({ source, from: 5, to: 6 })));
    expect(results).toContain(source.replace('a < 1', 'a <= 1'));
  });

  test.each([
    ['parentheses', `def f(x):\n    return ${'('.repeat(3000)}x${')'.repeat(3000)}\n`],
    ['lists', `def f(x):\n    y = ${'['.repeat(3000)}x${']'.repeat(3000)}\n    return y\n`],
    ['calls', `def f(x):\n    return ${'f('.repeat(2000)}x${')'.repeat(2000)}\n`],
    ['a long sum', `def f(x):\n    return ${'x + '.repeat(2000)}x\n`],
    ['many statements', `def f(x):\n${'    x = x[1] + x if x else None\n'.repeat(2000)}    return x\n`],
  ])(
    'is bounded for %s',
    async (_, source) => {
      const started = performance.now();
      const candidates = await fixer.fix(fixInput({ source, limit: 50 }));
      expect(candidates.length).toBeGreaterThan(0);
      expect(performance.now() - started).toBeLessThan(15_000);
      for (const { edits } of candidates) edited(source, edits);
    },
    20_000,
  );

  test('stops when told to', async () => {
    const input = { ...fixInput({ source: search }), signal: AbortSignal.abort() };
    await expect(fixer.fix(input)).rejects.toThrow();
  });

  test('mixes entities by their standing among all that were located', async () => {
    const input = fixInput({ source: search });
    const [entity] = input.entities;
    if (!entity) throw new Error('no entity');
    const better = { ...entity, id: entityId('other.py', 'x'), path: 'other.py', score: 4 };
    const alone = await fixer.fix(input);
    const second = await fixer.fix({
      ...input,
      locations: { ...input.locations, entities: [better, entity] },
    });
    expect(second[0]?.prior).toBeCloseTo((alone[0]?.prior ?? 0) / 2, 5);
  });

  test('names a template of the registry in each candidate, and says what changes', async () => {
    const names = new Set(templates.map(({ name }) => name));
    for (const { template, summary } of await fixer.fix(fixInput({ source: search }))) {
      expect(names.has(template)).toBe(true);
      expect(summary).toMatch(/^[a-z-]+: .+ \(line \d+\)$/s);
    }
  });
});
