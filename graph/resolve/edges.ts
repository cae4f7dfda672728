import type { EntityId } from '../domain/entity.ts';
import type { Confidence, Relation, RelationKind, Site } from '../domain/relation.ts';

/** One place at which one entity uses another. */
export interface Edge {
  readonly kind: RelationKind;
  readonly src: EntityId;
  readonly dst: EntityId;
  readonly confidence: Confidence;
  /** `null` for what has no place of its own. */
  readonly site: Site | null;
}

const rank: Readonly<Record<Confidence, number>> = { exact: 0, inferred: 1, candidate: 2 };

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const compareRelations = (a: Relation, b: Relation): number =>
  compare(a.src, b.src) || compare(a.kind, b.kind) || compare(a.dst, b.dst);

function sitesOf(edges: readonly Edge[]): Site[] {
  const sites = new Map<string, Site>();
  for (const { site } of edges) if (site) sites.set(`${site.line}:${site.column}`, site);
  return [...sites.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** One relation for all edges between two entities of one kind; it is as sure as its surest edge. */
export function relationsOf(edges: Iterable<Edge>): Relation[] {
  const groups = new Map<string, Edge[]>();
  for (const edge of edges) {
    const key = `${edge.src}\0${edge.kind}\0${edge.dst}`;
    const group = groups.get(key);
    if (group) group.push(edge);
    else groups.set(key, [edge]);
  }
  const relations = [...groups.values()].flatMap((group): Relation[] => {
    const [best] = [...group].sort((a, b) => rank[a.confidence] - rank[b.confidence]);
    if (!best) return [];
    const { kind, src, dst, confidence } = best;
    return [{ kind, src, dst, confidence, sites: sitesOf(group) }];
  });
  return relations.sort(compareRelations);
}
