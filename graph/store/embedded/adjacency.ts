import { confidences, type Relation, type Site } from '../../domain/relation.ts';
import { kindOrder } from '../../domain/relation-table.ts';
import { at } from '../../kernel/numbers.ts';
import type { Direction, GraphStats, NeighbourQuery } from '../port.ts';
import type { EntityTable } from './entities.ts';
import { tagOf } from './relations.ts';
import type { SectionReader } from './sections.ts';

/** Which kinds and confidences a walk follows: 1 where an edge's tag is wanted. */
export type Wanted = Uint8Array;

export function wantedTags({
  kinds = kindOrder,
  confidences: sure = confidences,
}: Omit<NeighbourQuery, 'direction'>): Wanted {
  const wanted = new Uint8Array(kindOrder.length * confidences.length);
  for (const kind of kinds) for (const confidence of sure) wanted[tagOf(kind, confidence)] = 1;
  return wanted;
}

/** The relations of an open snapshot, by edge. */
export class Adjacency {
  readonly #outStarts: Uint32Array;
  readonly #inStarts: Uint32Array;
  readonly #inEdges: Uint32Array;
  readonly #src: Uint32Array;
  readonly #dst: Uint32Array;
  readonly #tags: Uint8Array;
  readonly #siteStarts: Uint32Array;
  readonly #sites: Uint32Array;

  constructor(sections: SectionReader) {
    this.#outStarts = sections.numbers('outStarts');
    this.#inStarts = sections.numbers('inStarts');
    this.#inEdges = sections.numbers('inEdges');
    this.#src = sections.numbers('edgeSrc');
    this.#dst = sections.numbers('edgeDst');
    this.#tags = sections.bytes('edgeTags');
    this.#siteStarts = sections.numbers('siteStarts');
    this.#sites = sections.numbers('sites');
  }

  /** A node's edges in order of the other end, then kind. */
  edges(node: number, direction: Direction, wanted: Wanted): number[] {
    const isOut = direction === 'out';
    const starts = isOut ? this.#outStarts : this.#inStarts;
    const found: number[] = [];
    for (let slot = at(starts, node); slot < at(starts, node + 1); slot += 1) {
      const edge = isOut ? slot : at(this.#inEdges, slot);
      if (wanted[at(this.#tags, edge)]) found.push(edge);
    }
    return found;
  }

  /** The end of an edge that a walk in that direction comes to. */
  end(edge: number, direction: Direction): number {
    return at(direction === 'out' ? this.#dst : this.#src, edge);
  }

  relation(edge: number, entities: EntityTable): Relation {
    const tag = at(this.#tags, edge);
    return {
      kind: kindOrder[Math.floor(tag / confidences.length)] ?? 'REFERENCES',
      src: entities.id(at(this.#src, edge)),
      dst: entities.id(at(this.#dst, edge)),
      confidence: confidences[tag % confidences.length] ?? 'candidate',
      sites: this.#sitesOf(edge),
    };
  }

  #sitesOf(edge: number): Site[] {
    const sites: Site[] = [];
    for (let site = at(this.#siteStarts, edge); site < at(this.#siteStarts, edge + 1); site += 1)
      sites.push({ line: at(this.#sites, site * 2), column: at(this.#sites, site * 2 + 1) });
    return sites;
  }

  /** A node's outgoing edges in order of kind, then dst. */
  byKind(node: number): number[] {
    const kind = (edge: number) => Math.floor(at(this.#tags, edge) / confidences.length);
    return this.edges(node, 'out', wantedTags({})).sort((a, b) => kind(a) - kind(b) || a - b);
  }

  count(): GraphStats['relations'] {
    const counts = new Uint32Array(kindOrder.length * confidences.length);
    for (const tag of this.#tags) counts[tag] = at(counts, tag) + 1;
    const rows = kindOrder.map((kind) => [
      kind,
      Object.fromEntries(confidences.map((confidence) => [confidence, at(counts, tagOf(kind, confidence))])),
    ]);
    return Object.fromEntries(rows) as GraphStats['relations'];
  }
}
