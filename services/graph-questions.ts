import type { CodeEntity } from '../graph/domain/entity.ts';
import type { Confidence, RelationKind, Site } from '../graph/domain/relation.ts';
import type { Direction, GraphStore, Neighbour } from '../graph/store/port.ts';
import { byUse } from '../toolkit/lookup/by-use.ts';
import { type EntityRef, refOf } from '../toolkit/lookup/entity-ref.ts';
import type { Miss } from '../toolkit/lookup/miss.ts';
import { findNames } from '../toolkit/lookup/name-lookup.ts';

/** Use cases behind `mendgraph graph find|show|callers|path`: plain documents, lists in a stated order and bounded. */

export interface Named extends EntityRef {
  readonly id: string;
}

const named = (entity: CodeEntity): Named => ({ id: entity.id, ...refOf(entity) });

/** A list cut at the limit; `total` counts all. */
export interface Cut<T> {
  readonly total: number;
  readonly items: readonly T[];
}

const cut = <T>(all: readonly T[], limit: number): Cut<T> => ({
  total: all.length,
  items: all.slice(0, limit),
});

export interface Found {
  readonly found: true;
  /** How the name led there, where it is not the entity's own. */
  readonly note: string | null;
  /** The project's own before its tests, then by id. */
  readonly entities: Cut<Named>;
}

/** What a name means, as people write it; a miss says what is near. */
export async function find(graph: GraphStore, name: string, limit: number): Promise<Found | Miss> {
  const found = await findNames(graph, name);
  return found.found ? { ...found, entities: cut(found.entities.map(named), limit) } : found;
}

export interface Tie {
  readonly entity: Named;
  readonly confidence: Confidence;
  /** In the file of the one that uses the other. */
  readonly sites: readonly Site[];
}

const sureness: Readonly<Record<Confidence, number>> = { exact: 0, inferred: 0, candidate: 1 };

/** The sure ones first, the project's own before its tests, then by path and id. */
function inOrder(neighbours: readonly Neighbour[]): Tie[] {
  return [...neighbours]
    .sort(
      (a, b) =>
        sureness[a.relation.confidence] - sureness[b.relation.confidence] || byUse(a.entity, b.entity),
    )
    .map(({ entity, relation: { confidence, sites } }) => ({ entity: named(entity), confidence, sites }));
}

export interface RelationGroup extends Cut<Tie> {
  readonly kind: RelationKind;
  readonly direction: Direction;
}

export interface Shown {
  readonly entity: CodeEntity;
  readonly relations: readonly RelationGroup[];
}

export interface ShownNames {
  readonly found: true;
  readonly note: string | null;
  readonly shown: Cut<Shown>;
}

async function groupsOf(graph: GraphStore, { id }: CodeEntity, limit: number): Promise<RelationGroup[]> {
  const groups: RelationGroup[] = [];
  for (const direction of ['out', 'in'] as const) {
    const byKind = new Map<RelationKind, Neighbour[]>();
    for (const neighbour of await graph.neighbours(id, { direction })) {
      const { kind } = neighbour.relation;
      byKind.set(kind, [...(byKind.get(kind) ?? []), neighbour]);
    }
    for (const kind of [...byKind.keys()].sort())
      groups.push({ kind, direction, ...cut(inOrder(byKind.get(kind) ?? []), limit) });
  }
  return groups;
}

/** Entities shown in full for one name: more would bury the reader. */
const mostShown = 5;

/** All that is known of what a name means; `limit` bounds each group of relations. */
export async function show(graph: GraphStore, name: string, limit: number): Promise<ShownNames | Miss> {
  const found = await findNames(graph, name);
  if (!found.found) return found;
  const shown: Shown[] = [];
  for (const entity of found.entities.slice(0, mostShown))
    shown.push({ entity, relations: await groupsOf(graph, entity, limit) });
  return { found: true, note: found.note, shown: { total: found.entities.length, items: shown } };
}

export interface Callers {
  readonly of: Named;
  /** Those that call it, or make an instance of it. */
  readonly direct: Cut<Tie>;
  /** Those that reach it in more steps, nearest first; absent at depth 1. */
  readonly indirect?: Cut<Named>;
}

export interface FoundCallers {
  readonly found: true;
  readonly note: string | null;
  readonly callers: readonly Callers[];
}

const calling: readonly RelationKind[] = ['CALLS', 'INSTANTIATES'];

/** Who calls what a name means, directly and in up to `depth` steps. Candidates count in the first step only. */
export async function callers(
  graph: GraphStore,
  name: string,
  { limit, depth }: { readonly limit: number; readonly depth: number },
): Promise<FoundCallers | Miss> {
  const found = await findNames(graph, name, { kinds: ['class', 'method'] });
  if (!found.found) return found;
  const all: Callers[] = [];
  for (const entity of found.entities) {
    const near = await graph.neighbours(entity.id, { direction: 'in', kinds: calling });
    const direct = cut(inOrder(near), limit);
    if (depth < 2) {
      all.push({ of: named(entity), direct });
      continue;
    }
    const reach = { direction: 'in', kinds: calling, confidences: ['exact', 'inferred'] } as const;
    const close = new Set(near.map(({ entity: { id } }) => id));
    const far = (await graph.closure(entity.id, reach, depth)).filter(({ id }) => !close.has(id));
    all.push({ of: named(entity), direct, indirect: cut(far.map(named), limit) });
  }
  return { found: true, note: found.note, callers: all };
}

export interface Step {
  /** The relation from the entity before; `null` for the first. */
  readonly by: RelationKind | null;
  readonly confidence: Confidence | null;
  readonly entity: Named;
}

export interface FoundPath {
  readonly found: true;
  readonly from: Named;
  readonly to: Named;
  /** `null` where no way leads there. */
  readonly steps: readonly Step[] | null;
}

export const usingKinds: readonly RelationKind[] = [
  'CALLS',
  'INSTANTIATES',
  'INHERITS',
  'REFERENCES',
  'IMPORTS',
];

/** Meanings of each name that are tried as ends. */
const mostEnds = 4;

async function stepsOf(
  graph: GraphStore,
  way: readonly CodeEntity[],
  kinds: readonly RelationKind[],
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const [index, entity] of way.entries()) {
    const before = way[index - 1];
    const out = before ? await graph.neighbours(before.id, { direction: 'out', kinds }) : [];
    const by = out.find((one) => one.entity.id === entity.id)?.relation;
    steps.push({ by: by?.kind ?? null, confidence: by?.confidence ?? null, entity: named(entity) });
  }
  return steps;
}

/** The shortest way from one entity to another along what uses what. A miss names the end that is unknown. */
export async function pathBetween(
  graph: GraphStore,
  from: string,
  to: string,
  kinds: readonly RelationKind[] = usingKinds,
): Promise<FoundPath | Miss> {
  const start = await findNames(graph, from);
  if (!start.found) return start;
  const goal = await findNames(graph, to);
  if (!goal.found) return goal;
  const [first] = start.entities;
  const [last] = goal.entities;
  if (!first || !last) throw new TypeError('a name was found without a meaning');
  for (const one of start.entities.slice(0, mostEnds))
    for (const other of goal.entities.slice(0, mostEnds)) {
      const way = await graph.path(one.id, other.id, kinds);
      if (way)
        return { found: true, from: named(one), to: named(other), steps: await stepsOf(graph, way, kinds) };
    }
  return { found: true, from: named(first), to: named(last), steps: null };
}
