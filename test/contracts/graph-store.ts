import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CodeEntity, EntityId } from '../../graph/domain/entity.ts';
import type { Relation, RelationKind } from '../../graph/domain/relation.ts';
import type { GraphCatalog, GraphStore } from '../../graph/store/port.ts';
import {
  classEntity,
  codeGraph,
  fileEntity,
  methodEntity,
  relation,
  snapshotOf,
  termsFor,
  variableEntity,
} from '../builders/code-graph.ts';

const sites = [
  { line: 12, column: 9 },
  { line: 14, column: 3 },
];
const entities: readonly CodeEntity[] = [
  fileEntity('app/zoo.py', 60),
  classEntity('app/zoo.py', 'Animal', [1, 20], {
    docstring: 'Un animal — naïve ✓',
    bases: ['Base', 'Other'],
  }),
  methodEntity('app/zoo.py', 'Animal.speak', [3, 4, 10], {
    decorators: ['cached(size=3)'],
    signature: 'def speak(self, loud: bool = False) -> str',
    parameters: [
      { name: 'self', kind: 'normal', annotation: null, default: null },
      { name: 'loud', kind: 'normal', annotation: 'bool', default: 'False' },
    ],
    returns: 'str',
  }),
  methodEntity('app/zoo.py', 'Animal.speak', [11, 20], { ordinal: 2 }),
  methodEntity('app/zoo.py', 'Animal.speak.shout', [5, 7], { role: 'function' }),
  variableEntity('app/zoo.py', 'Animal.legs', 2, { annotation: 'int', value: '4' }),
  classEntity('app/zoo.py', 'Dog', [22, 40]),
  methodEntity('app/zoo.py', 'Dog.speak', [23, 40]),
  fileEntity('app/keeper.py', 30),
  methodEntity('app/keeper.py', 'feed', [3, 9]),
  methodEntity('app/keeper.py', 'feeds', [11, 13]),
  methodEntity('app/keeper.py', 'walk_dog', [15, 30]),
  variableEntity('app/keeper.py', 'speak', 1),
  fileEntity('app/ünïcode.py', 1),
];
const relations: readonly Relation[] = [
  relation('app/zoo.py:Animal', 'HAS_METHOD', 'app/zoo.py:Animal.speak'),
  relation('app/zoo.py:Animal', 'HAS_METHOD', 'app/zoo.py:Animal.speak@2'),
  relation('app/zoo.py:Animal', 'HAS_VARIABLE', 'app/zoo.py:Animal.legs'),
  relation('app/zoo.py:Dog', 'INHERITS', 'app/zoo.py:Animal', 'exact', [{ line: 22, column: 11 }]),
  relation('app/zoo.py:Dog', 'HAS_METHOD', 'app/zoo.py:Dog.speak'),
  relation('app/zoo.py:Dog.speak', 'OVERRIDES', 'app/zoo.py:Animal.speak', 'exact'),
  relation('app/zoo.py:Dog.speak', 'CALLS', 'app/zoo.py:Animal.speak', 'inferred', [{ line: 24, column: 5 }]),
  relation('app/keeper.py:feed', 'CALLS', 'app/zoo.py:Animal.speak', 'candidate', sites),
  relation('app/keeper.py:feed', 'CALLS', 'app/zoo.py:Dog.speak', 'candidate', sites),
  relation('app/keeper.py:feed', 'REFERENCES', 'app/zoo.py:Animal', 'exact', [{ line: 4, column: 1 }]),
  relation('app/keeper.py:feed', 'REFERENCES', 'app/zoo.py:Animal.speak', 'exact', [{ line: 4, column: 1 }]),
  relation('app/keeper.py:walk_dog', 'CALLS', 'app/keeper.py:feed', 'exact', [{ line: 16, column: 1 }]),
  relation('app/keeper.py:walk_dog', 'CALLS', 'app/keeper.py:walk_dog', 'exact', [{ line: 17, column: 1 }]),
  relation('app/keeper.py:walk_dog', 'CALLS', 'app/keeper.py:feeds', 'exact', [{ line: 18, column: 1 }]),
  relation('app/keeper.py:feeds', 'CALLS', 'app/zoo.py:Dog.speak', 'exact', [{ line: 12, column: 1 }]),
];
const terms = [
  termsFor('app/keeper.py:feed', 'def feed animal bowl bowl bowl'),
  termsFor('app/keeper.py:feeds', 'def feeds bowl'),
  termsFor('app/keeper.py:walk_dog', 'walk_dog leash park lead collar street corner grass bowl'),
  termsFor('app/zoo.py:Animal', 'Animal noise'),
  termsFor('app/zoo.py:Dog', 'Animal noise'),
];
const graph = codeGraph(entities, relations, terms);
const snapshot = snapshotOf('zoo-1', {
  commit: 'a0df2cb',
  files: [{ path: 'app/zoo.py', hash: 'ff', size: 900 }],
  skipped: [{ path: 'app/big.py', reason: 'too large' }],
});

const id = (text: string) => text as EntityId;
const ids = (found: readonly CodeEntity[]) => found.map((entity) => entity.id);
const all = async <T>(items: AsyncIterable<T>) => {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
};

/** What a test needs of one place where graphs are kept. */
export interface CatalogUnderTest {
  readonly catalog: GraphCatalog;
  /** A second look at the same place, as another process has. */
  reopen(): Promise<GraphCatalog>;
  close(): Promise<void>;
}

/** What every adapter of `graph/store/port.ts` must do: same question, same answer, same order. */
export const graphStoreContract = (name: string, openCatalog: () => Promise<CatalogUnderTest>) =>
  describe(`${name} keeps the contract of a graph store`, () => {
    let place: CatalogUnderTest;
    let store: GraphStore;

    beforeEach(async () => {
      place = await openCatalog();
      await place.catalog.publish(snapshot, graph);
      const opened = await place.catalog.open(snapshot.key);
      if (!opened) throw new Error('what was published is not there');
      store = opened;
    });
    afterEach(async () => {
      await store.close();
      await place.close();
    });

    describe('entities', () => {
      it('gives each back as it was', async () => {
        for (const entity of entities) expect(await store.get(entity.id)).toEqual(entity);
        expect(store.snapshot).toEqual(snapshot);
      });
      it('has no answer for an unknown id', async () => {
        expect(await store.get(id('app/zoo.py:Cat'))).toBeUndefined();
        expect(await store.get(id(''))).toBeUndefined();
        expect(await store.get(id('~'))).toBeUndefined();
      });
      it('lists them all by id', async () => {
        expect(await all(store.entities())).toEqual(graph.entities);
        expect(graph.entities.at(-1)?.path).toBe('app/ünïcode.py');
      });
      it('finds all that share a name, by id', async () => {
        expect(ids(await store.byName('speak'))).toEqual([
          'app/keeper.py:speak',
          'app/zoo.py:Animal.speak',
          'app/zoo.py:Animal.speak@2',
          'app/zoo.py:Dog.speak',
        ]);
        expect(await store.byName('Speak')).toEqual([]);
        expect(await store.byName('')).toEqual([]);
      });
      it('finds a name that is defined twice by its dotted name', async () => {
        expect(ids(await store.byQualifiedName('app.zoo.Animal.speak'))).toEqual([
          'app/zoo.py:Animal.speak',
          'app/zoo.py:Animal.speak@2',
        ]);
        expect(await store.byQualifiedName('zoo.Animal.speak')).toEqual([]);
      });
      it('lists files', async () => {
        expect(ids(await store.files())).toEqual(['app/keeper.py', 'app/zoo.py', 'app/ünïcode.py']);
      });
      it('lists a file in order of lines, itself first', async () => {
        expect(ids(await store.inFile('app/zoo.py'))).toEqual([
          'app/zoo.py',
          'app/zoo.py:Animal',
          'app/zoo.py:Animal.legs',
          'app/zoo.py:Animal.speak',
          'app/zoo.py:Animal.speak.shout',
          'app/zoo.py:Animal.speak@2',
          'app/zoo.py:Dog',
          'app/zoo.py:Dog.speak',
        ]);
        expect(await store.inFile('zoo.py')).toEqual([]);
      });
    });

    describe('the nearest names', () => {
      it('come closest first, then by id', async () => {
        expect(ids(await store.nearest('feeed', 4))).toEqual([
          'app/keeper.py:feed',
          'app/keeper.py:feeds',
          'app/keeper.py',
          'app/keeper.py:speak',
        ]);
        expect(ids(await store.nearest('Speak', 2))).toEqual([
          'app/keeper.py:speak',
          'app/zoo.py:Animal.speak',
        ]);
      });
      it('are as many as asked for, and no more than there are', async () => {
        expect(await store.nearest('x', 3)).toHaveLength(3);
        expect(await store.nearest('x', 0)).toEqual([]);
        expect(await store.nearest('', 1000)).toHaveLength(entities.length);
      });
      it('are no further than told', async () => {
        expect(ids(await store.nearest('feeed', 4, 1))).toEqual(['app/keeper.py:feed']);
        expect(await store.nearest('nothing_like_it', 4, 2)).toEqual([]);
      });
    });

    describe('the entity at a line', () => {
      const expected: readonly (readonly [line: number, id: string | undefined])[] = [
        [1, 'app/zoo.py:Animal'],
        [2, 'app/zoo.py:Animal'],
        [3, 'app/zoo.py:Animal.speak'],
        [6, 'app/zoo.py:Animal.speak.shout'],
        [10, 'app/zoo.py:Animal.speak'],
        [20, 'app/zoo.py:Animal.speak@2'],
        [21, 'app/zoo.py'],
        [60, 'app/zoo.py'],
        [61, undefined],
        [0, undefined],
      ];
      it.each(expected)('%i is in %s', async (line, owner) => {
        expect((await store.atLine('app/zoo.py', line))?.id).toBe(owner);
      });
      it('is its own for each of many lines, asked at once', async () => {
        const lines = [...expected, ...expected];
        const found = await Promise.all([
          ...lines.map(([line]) => store.atLine('app/zoo.py', line)),
          store.atLine('app/keeper.py', 12),
        ]);
        const owners = [...lines.map(([, owner]) => owner), 'app/keeper.py:feeds'];
        expect(found.map((entity) => entity?.id)).toEqual(owners);
      });
      it('is none in an unknown file', async () => {
        expect(await store.atLine('app/none.py', 1)).toBeUndefined();
      });
    });

    describe('neighbours', () => {
      const near = async (
        from: string,
        ...query: Parameters<GraphStore['neighbours']> extends [unknown, infer Q] ? [Q] : never
      ) =>
        (await store.neighbours(id(from), ...query)).map(
          ({ entity, relation: { kind } }) => `${kind} ${entity.id}`,
        );
      it('come by id, then by kind', async () => {
        expect(await near('app/zoo.py:Animal.speak', { direction: 'in' })).toEqual([
          'CALLS app/keeper.py:feed',
          'REFERENCES app/keeper.py:feed',
          'HAS_METHOD app/zoo.py:Animal',
          'CALLS app/zoo.py:Dog.speak',
          'OVERRIDES app/zoo.py:Dog.speak',
        ]);
        expect(await near('app/keeper.py:feed', { direction: 'out' })).toEqual([
          'REFERENCES app/zoo.py:Animal',
          'CALLS app/zoo.py:Animal.speak',
          'REFERENCES app/zoo.py:Animal.speak',
          'CALLS app/zoo.py:Dog.speak',
        ]);
      });
      it('can be of some kinds and confidences', async () => {
        expect(await near('app/zoo.py:Animal.speak', { direction: 'in', kinds: ['CALLS'] })).toEqual([
          'CALLS app/keeper.py:feed',
          'CALLS app/zoo.py:Dog.speak',
        ]);
        const sure = { direction: 'in', confidences: ['exact', 'inferred'] } as const;
        expect(await near('app/zoo.py:Animal.speak', { ...sure, kinds: ['CALLS'] })).toEqual([
          'CALLS app/zoo.py:Dog.speak',
        ]);
        expect(await near('app/zoo.py:Animal.speak', { direction: 'in', kinds: [] })).toEqual([]);
      });
      it('carry the relation as it was', async () => {
        const [first] = await store.neighbours(id('app/zoo.py:Animal.speak'), {
          direction: 'in',
          kinds: ['CALLS'],
        });
        expect(first?.relation).toEqual(
          relations.find(({ src, kind }) => src === 'app/keeper.py:feed' && kind === 'CALLS'),
        );
        expect(first?.entity).toEqual(entities.find((entity) => entity.id === 'app/keeper.py:feed'));
      });
      it('include the entity itself where it is tied to itself', async () => {
        expect(await near('app/keeper.py:walk_dog', { direction: 'in' })).toEqual([
          'CALLS app/keeper.py:walk_dog',
        ]);
      });
      it('of an unknown id are none', async () => {
        expect(await near('nowhere', { direction: 'in' })).toEqual([]);
      });
      it('come out of the list of all relations too, by src, kind, dst', async () => {
        expect(await all(store.relations())).toEqual(graph.relations);
      });
    });

    describe('walks', () => {
      const calls: readonly RelationKind[] = ['CALLS'];
      const closure = async (from: string, direction: 'in' | 'out', depth: number) =>
        ids(await store.closure(id(from), { kinds: calls, direction }, depth));
      it('reach the nearest first, then by id, without the start', async () => {
        expect(await closure('app/keeper.py:walk_dog', 'out', 9)).toEqual([
          'app/keeper.py:feed',
          'app/keeper.py:feeds',
          'app/zoo.py:Animal.speak',
          'app/zoo.py:Dog.speak',
        ]);
        expect(await closure('app/zoo.py:Animal.speak', 'in', 9)).toEqual([
          'app/keeper.py:feed',
          'app/zoo.py:Dog.speak',
          'app/keeper.py:feeds',
          'app/keeper.py:walk_dog',
        ]);
      });
      it('end at their depth', async () => {
        expect(await closure('app/keeper.py:walk_dog', 'out', 1)).toEqual([
          'app/keeper.py:feed',
          'app/keeper.py:feeds',
        ]);
        expect(await closure('app/keeper.py:walk_dog', 'out', 0)).toEqual([]);
        expect(await closure('nowhere', 'out', 3)).toEqual([]);
      });
      const path = async (from: string, to: string, kinds = calls) => {
        const way = await store.path(id(from), id(to), kinds);
        return way && ids(way);
      };
      it('find the shortest way, of several the first by id', async () => {
        expect(await path('app/keeper.py:walk_dog', 'app/zoo.py:Dog.speak')).toEqual([
          'app/keeper.py:walk_dog',
          'app/keeper.py:feed',
          'app/zoo.py:Dog.speak',
        ]);
        expect(await path('app/keeper.py:feed', 'app/keeper.py:feed')).toEqual(['app/keeper.py:feed']);
      });
      it('find no way backwards, along other kinds, or to nowhere', async () => {
        expect(await path('app/zoo.py:Dog.speak', 'app/keeper.py:walk_dog')).toBeUndefined();
        expect(await path('app/keeper.py:walk_dog', 'app/zoo.py:Dog.speak', ['INHERITS'])).toBeUndefined();
        expect(await path('app/keeper.py:walk_dog', 'nowhere')).toBeUndefined();
        expect(await path('nowhere', 'nowhere')).toBeUndefined();
      });
    });

    describe('text search', () => {
      const search = async (...query: Parameters<GraphStore['search']>) =>
        (await store.search(...query)).map(({ entity }) => entity.id);
      it('prefers more uses in shorter text', async () => {
        expect(await search('bowl', 9)).toEqual([
          'app/keeper.py:feed',
          'app/keeper.py:feeds',
          'app/keeper.py:walk_dog',
        ]);
      });
      it('scores as BM25 does', async () => {
        const [first] = await store.search('leash', 1);
        const mean = (5 + 2 + 11 + 2 + 2) / 5;
        const rarity = Math.log(1 + 4.5 / 1.5);
        expect(first?.score).toBeCloseTo((rarity * 2.2) / (1 + 1.2 * (0.25 + (0.75 * 11) / mean)), 10);
      });
      it('knows the parts of a name, and its whole', async () => {
        expect(await search('walkDog', 9)).toEqual(['app/keeper.py:walk_dog']);
        expect(await search('WALK_DOG', 9)).toEqual(['app/keeper.py:walk_dog']);
      });
      it('orders equal scores by id, counts a repeated term once', async () => {
        expect(await search('noise', 9)).toEqual(['app/zoo.py:Animal', 'app/zoo.py:Dog']);
        expect(await store.search('noise noise', 9)).toEqual(await store.search('noise', 9));
      });
      it('keeps to kinds and limit', async () => {
        expect(await search('animal', 9, ['class'])).toEqual(['app/zoo.py:Animal', 'app/zoo.py:Dog']);
        expect(await search('animal', 9, ['variable'])).toEqual([]);
        expect(await search('bowl', 1)).toEqual(['app/keeper.py:feed']);
        expect(await search('bowl', 0)).toEqual([]);
      });
      it('has no hits for unknown words or none', async () => {
        expect(await search('zebra', 9)).toEqual([]);
        expect(await search('', 9)).toEqual([]);
      });
    });

    it('counts', async () => {
      const stats = await store.stats();
      expect(stats.entities).toEqual({ file: 3, class: 2, method: 7, variable: 2 });
      expect(stats.relations.CALLS).toEqual({ exact: 4, inferred: 1, candidate: 2 });
      expect(stats.relations.IMPORTS).toEqual({ exact: 0, inferred: 0, candidate: 0 });
    });

    describe('publishing', () => {
      it('is seen by others who look at the same place', async () => {
        const other = await (await place.reopen()).open(snapshot.key);
        expect(await other?.get(id('app/zoo.py:Dog'))).toEqual(await store.get(id('app/zoo.py:Dog')));
        await other?.close();
      });
      it('leaves unknown keys absent and other snapshots apart', async () => {
        expect(await place.catalog.open('zoo-2')).toBeUndefined();
        await place.catalog.publish(snapshotOf('zoo-2'), codeGraph([fileEntity('one.py', 1)]));
        const second = await place.catalog.open('zoo-2');
        expect(ids((await second?.files()) ?? [])).toEqual(['one.py']);
        expect(await second?.get(id('app/zoo.py'))).toBeUndefined();
        expect(await store.files()).toHaveLength(3);
        await second?.close();
      });
      it('replaces a snapshot of the same key', async () => {
        await place.catalog.publish(snapshot, codeGraph([fileEntity('new.py', 2)]));
        const again = await place.catalog.open(snapshot.key);
        expect(ids((await again?.files()) ?? [])).toEqual(['new.py']);
        expect(await again?.search('bowl', 5)).toEqual([]);
        await again?.close();
      });
      it('takes an empty graph', async () => {
        await place.catalog.publish(snapshotOf('empty'), codeGraph([]));
        const empty = await place.catalog.open('empty');
        expect(await empty?.files()).toEqual([]);
        expect(await empty?.nearest('a', 3)).toEqual([]);
        expect(await empty?.search('a name', 3)).toEqual([]);
        await empty?.close();
      });
      it('that is cancelled changes nothing', async () => {
        const cancelled = place.catalog.publish(snapshotOf('late'), graph, AbortSignal.abort());
        await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
        expect(await place.catalog.open('late')).toBeUndefined();
      });
      it('refuses what is no graph, and keeps what was there', async () => {
        const twice = {
          ...graph,
          entities: [...entities.slice(0, 1), ...entities.slice(0, 1)],
          relations: [],
          terms: [],
        };
        const loose = { ...graph, relations: [relation('app/zoo.py', 'IMPORTS', 'nowhere')] };
        const doubled = {
          ...graph,
          relations: graph.relations.flatMap((one) => [one, { ...one, confidence: 'inferred' as const }]),
        };
        for (const broken of [twice, loose, doubled])
          await expect(place.catalog.publish(snapshot, broken)).rejects.toMatchObject({ code: 'INTERNAL' });
        const kept = await place.catalog.open(snapshot.key);
        expect(await kept?.files()).toHaveLength(3);
        await kept?.close();
      });
      it('and opening at once gives the old or the new, never a half', async () => {
        const graphs = [graph, codeGraph([fileEntity('new.py', 2)])];
        const seen = new Set<number>();
        const writes = (async () => {
          for (let turn = 0; turn < 12; turn += 1)
            await place.catalog.publish(snapshot, graphs[turn % 2] ?? graph);
        })();
        for (let turn = 0; turn < 40; turn += 1) {
          const reader = await place.catalog.open(snapshot.key);
          seen.add((await reader?.files())?.length ?? 0);
          await reader?.close();
        }
        await writes;
        expect([1, 3]).toEqual(expect.arrayContaining([...seen]));
      });
    });
  });
