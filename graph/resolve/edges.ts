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

type Growing = { -readonly [K in keyof Relation]: Relation[K] } & { sites: Site[] };

const rank: Readonly<Record<Confidence, number>> = { exact: 0, inferred: 1, candidate: 2 };

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compareRelations = (a: Relation, b: Relation): number =>
  compare(a.src, b.src) || compare(a.kind, b.kind) || compare(a.dst, b.dst);

const compareSites = (a: Site, b: Site): number => a.line - b.line || a.column - b.column;

function settle({ sites }: Growing): void {
  if (sites.length < 2) return;
  sites.sort(compareSites);
  let kept = 1;
  for (const site of sites) {
    const last = sites[kept - 1];
    if (last && compareSites(last, site) !== 0) sites[kept++] = site;
  }
  sites.length = kept;
}

/** Gathers edges into relations: one for all edges of a kind between two entities, as sure as its surest edge. */
export class Relations {
  readonly #from = new Map<EntityId, Map<string, Growing>>();

  add(edges: Iterable<Edge>): void {
    for (const edge of edges) this.#put(edge);
  }

  #put({ kind, src, dst, confidence, site }: Edge): void {
    let of = this.#from.get(src);
    if (!of) {
      of = new Map();
      this.#from.set(src, of);
    }
    const key = `${kind} ${dst}`;
    const known = of.get(key);
    if (!known) {
      of.set(key, { kind, src, dst, confidence, sites: site ? [site] : [] });
      return;
    }
    if (rank[confidence] < rank[known.confidence]) known.confidence = confidence;
    if (site) known.sites.push(site);
  }

  /** Sorted by src, kind, dst; sites in order of place, each once. */
  sorted(): Relation[] {
    const sources = [...this.#from.keys()].sort(compare);
    return sources.flatMap((src) => {
      const relations = [...(this.#from.get(src)?.values() ?? [])].sort(compareRelations);
      for (const relation of relations) settle(relation);
      return relations;
    });
  }
}
