import { describe, expect, it } from 'vitest';
import { basesOf } from '../../../toolkit/lookup/class-order.ts';
import { classEntity, relation } from '../../builders/code-graph.ts';
import { toolContext } from '../../builders/tool-context.ts';

describe('basesOf', () => {
  const order = async (bases: Readonly<Record<string, readonly string[]>>, start: string) => {
    const names = Object.keys(bases);
    const entities = names.map((name, index) => classEntity('a.py', name, [index + 1, index + 1]));
    const relations = names.flatMap((name) =>
      (bases[name] ?? []).map((base, index) =>
        relation(`a.py:${name}`, 'INHERITS', `a.py:${base}`, 'exact', [{ line: 1, column: index + 1 }]),
      ),
    );
    const { graph } = await toolContext({ 'a.py': '' }, { entities, relations });
    const entity = entities.find(({ name }) => name === start);
    return entity ? (await basesOf(graph, entity)).map(({ name }) => name).join(' ') : '';
  };
  it('is the order in which Python looks attributes up', async () => {
    expect(await order({ A: ['B', 'C'], B: ['D'], C: ['D'], D: [] }, 'A')).toBe('A B C D');
    expect(await order({ A: ['Z', 'B'], Z: [], B: [] }, 'A')).toBe('A Z B');
    expect(await order({ A: ['B', 'C'], B: ['E'], C: ['D'], D: ['E'], E: [] }, 'A')).toBe('A B C D E');
  });
  it('ends for classes that inherit from each other, and for long lines of them', async () => {
    expect(await order({ A: ['B'], B: ['A'] }, 'A')).toBe('A B');
    const long = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [`C${index}`, index < 4999 ? [`C${index + 1}`] : []]),
    );
    expect((await order(long, 'C0')).split(' ')).toHaveLength(5000);
  });
});
