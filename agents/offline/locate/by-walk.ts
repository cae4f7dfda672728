import type { CodeEntity, EntityId } from '../../../graph/domain/entity.ts';
import type { RelationKind } from '../../../graph/domain/relation.ts';
import type { Direction, GraphStore, Neighbour } from '../../../graph/store/port.ts';
import { fileRole } from './file-role.ts';
import type { Hit, Signal } from './signal.ts';

/** How far trust goes along a relation, in both directions. */
const trust: Partial<Record<RelationKind, number>> = {
  CALLS: 1,
  INHERITS: 0.8,
  OVERRIDES: 0.8,
  INSTANTIATES: 0.8,
  HAS_METHOD: 0.7,
  REFERENCES: 0.5,
  IMPORTS: 0.3,
};
const kinds = Object.keys(trust) as RelationKind[];
const certainty = { exact: 1, inferred: 0.8, candidate: 0.3 } as const;

const mostNodes = 1_500;
const rounds = 8;
const restart = 0.4;

interface Edge {
  readonly to: EntityId;
  readonly weight: number;
}

interface Area {
  readonly entities: Map<EntityId, CodeEntity>;
  readonly edges: Map<EntityId, readonly Edge[]>;
}

export interface Seed {
  readonly entity: CodeEntity;
  readonly score: number;
}

/** From a member back to its class counts half: a class is suspect by what it is, not by what it holds. */
const weightOf = ({ relation }: Neighbour, direction: Direction) =>
  (trust[relation.kind] ?? 0) *
  certainty[relation.confidence] *
  (relation.kind === 'HAS_METHOD' && direction === 'in' ? 0.5 : 1);

async function edgesOf(graph: GraphStore, id: EntityId, area: Area): Promise<readonly Edge[]> {
  const merged = new Map<EntityId, number>();
  for (const direction of ['out', 'in'] as const)
    for (const near of await graph.neighbours(id, { kinds, direction })) {
      const { entity } = near;
      if (fileRole(entity.path) !== 'source' || entity.id === id) continue;
      merged.set(entity.id, Math.max(merged.get(entity.id) ?? 0, weightOf(near, direction)));
      if (area.entities.size < mostNodes) area.entities.set(entity.id, entity);
    }
  return [...merged].map(([to, weight]) => ({ to, weight }));
}

/** All within two steps of the seeds, at most 1,500 entities. */
async function areaAround(graph: GraphStore, seeds: readonly Seed[]): Promise<Area> {
  const area: Area = { entities: new Map(seeds.map(({ entity }) => [entity.id, entity])), edges: new Map() };
  for (let step = 0; step < 2; step += 1)
    for (const id of [...area.entities.keys()])
      if (!area.edges.has(id)) area.edges.set(id, await edgesOf(graph, id, area));
  return area;
}

/** One step of the walk: each entity hands on its rank, divided among its edges and damped at hubs. */
function step(area: Area, rank: ReadonlyMap<EntityId, number>): Map<EntityId, number> {
  const next = new Map<EntityId, number>();
  for (const [id, value] of rank) {
    const edges = area.edges.get(id) ?? [];
    const out = Math.sqrt(Math.max(1, edges.length));
    for (const { to, weight } of edges) {
      if (!area.entities.has(to)) continue;
      const into = Math.sqrt(Math.max(1, area.edges.get(to)?.length ?? edges.length));
      next.set(to, (next.get(to) ?? 0) + (value * weight) / (out * into));
    }
  }
  return next;
}

/** The seed next to `id` that gives it most, for the reader. */
function nearestSeed(area: Area, id: EntityId, seeds: ReadonlyMap<EntityId, number>): EntityId | undefined {
  let best: { readonly id: EntityId; readonly value: number } | undefined;
  for (const { to, weight } of area.edges.get(id) ?? []) {
    const value = weight * (seeds.get(to) ?? 0);
    if (value > (best?.value ?? 0)) best = { id: to, value };
  }
  return best?.id;
}

/** Rank of every entity of the area after the last round; `start` sums to 1. */
function walked(area: Area, start: ReadonlyMap<EntityId, number>): Map<EntityId, number> {
  let rank = new Map(start);
  for (let round = 0; round < rounds; round += 1) {
    const next = new Map([...start].map(([id, value]) => [id, value * restart]));
    for (const [id, value] of step(area, rank)) next.set(id, (next.get(id) ?? 0) + value * (1 - restart));
    rank = next;
  }
  return rank;
}

/**
 * Personalised PageRank (Haveliwala 2002) from the places that the issue points at, over calls, bases,
 * overrides, instances, members, references and imports, with edges normalised at both ends so that hubs
 * neither flood nor swallow the walk. What a place had at the start is left out. Deterministic; at most
 * 1,500 entities.
 */
export async function byWalk(graph: GraphStore, seeds: readonly Seed[]): Promise<Signal> {
  const area = await areaAround(graph, seeds);
  const total = seeds.reduce((sum, { score }) => sum + score, 0) || 1;
  const start = new Map(seeds.map(({ entity, score }) => [entity.id, score / total]));
  const hits: Hit[] = [];
  for (const [id, value] of walked(area, start)) {
    const entity = area.entities.get(id);
    const from = nearestSeed(area, id, start);
    const score = value - restart * (start.get(id) ?? 0);
    if (!entity || !from || score <= 0) continue;
    const key = area.entities.get(from)?.name ?? from;
    hits.push({ path: entity.path, id: entity.kind === 'file' ? null : id, key, score });
  }
  return {
    kind: 'walk',
    hits,
    explain: ([first]) => `It is tied in the code to \`${first?.key ?? ''}\`, which the issue points at.`,
  };
}
