import { describe, expect, it } from 'vitest';
import type { EntityLocation, Locations } from '../../../agents/domain/location.ts';
import { locationSets } from '../../../agents/offline/location-sets.ts';
import { entityId } from '../../../graph/domain/entity.ts';

const place = (name: string, reason: string, kind: EntityLocation['kind'] = 'method'): EntityLocation => ({
  id: entityId('m.py', name),
  path: 'm.py',
  qualifiedName: `m.${name}`,
  kind,
  startLine: 1,
  endLine: 2,
  score: 1,
  reasons: [reason],
});
const many = (prefix: string, n: number, reason: string) =>
  Array.from({ length: n }, (_, index) => place(`${prefix}${index}`, reason));
const locations = (entities: EntityLocation[]): Locations => ({ files: [], entities, lines: [] });
const names = (sets: readonly (readonly EntityLocation[])[]) =>
  sets.map((set) => set.map(({ id }) => id.slice(5)));

describe('locationSets', () => {
  const entities = [
    ...many('name', 6, 'The name `x` stands in the issue.'),
    ...many('text', 6, 'It shares the words `a` with the issue.'),
    ...many('walk', 6, 'It is tied in the code to `x`, which the issue points at.'),
    ...many('test', 3, 'It runs in the failing test.'),
  ];

  it('starts with the best over all, then one set for each kind of evidence', () => {
    const sets = names(locationSets(locations(entities), { sets: 4 }));
    expect(sets[0]).toEqual(['name0', 'name1', 'name2', 'name3', 'name4']);
    expect(sets[1]).toEqual(['test0', 'test1', 'test2', 'name5', 'text0']);
    expect(sets[2]).toEqual(['text1', 'text2', 'text3', 'text4', 'text5']);
    expect(sets[3]).toEqual(['walk0', 'walk1', 'walk2', 'walk3', 'walk4']);
  });

  it('puts no place into two sets and gives the same answer twice', () => {
    const sets = locationSets(locations(entities), { sets: 4 });
    const ids = sets.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(locationSets(locations(entities), { sets: 4 })).toEqual(sets);
  });

  it('gives fewer sets where places run out, none for none, and no whole files', () => {
    expect(names(locationSets(locations(many('a', 3, 'x')), { sets: 4, size: 2 }))).toEqual([
      ['a0', 'a1'],
      ['a2'],
    ]);
    expect(locationSets(locations([place('f', 'x', 'file')]), { sets: 2 })).toEqual([]);
  });
});
