import type { CodeEntity } from '../../domain/entity.ts';
import { confidences, type Relation, relationKinds } from '../../domain/relation.ts';
import { MendError } from '../../kernel/errors.ts';
import { stableSort, startsOf, take, upTo } from './counting.ts';
import type { Sections } from './sections.ts';
import { at } from './sections.ts';

/** Codes follow the alphabet, so that comparing codes compares names. */
export const kindOrder = [...relationKinds].sort();
const codes = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name, code) => [name, code]));
const kindCodes = codes(kindOrder);
const confidenceCodes = codes(confidences);
const tagCount = kindOrder.length * confidences.length;

/** Kind and confidence in one number. */
export const tagOf = (kind: Relation['kind'], confidence: Relation['confidence']): number =>
  (kindCodes[kind] ?? 0) * confidences.length + (confidenceCodes[confidence] ?? 0);

interface Edges {
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  readonly tag: Uint8Array;
  /** Positions in these arrays in order of src, dst, kind. */
  readonly order: Uint32Array;
}

function readEdges(entities: readonly CodeEntity[], relations: readonly Relation[]): Edges {
  const indices = new Map<string, number>(entities.map(({ id }, index) => [id, index]));
  const indexOf = (id: string, { kind, src, dst }: Relation): number => {
    const index = indices.get(id);
    if (index !== undefined) return index;
    throw new MendError('INTERNAL', `${kind} ${src} → ${dst} has an end that is no entity`);
  };
  const src = new Uint32Array(relations.length);
  const dst = new Uint32Array(relations.length);
  const tag = new Uint8Array(relations.length);
  for (const [position, relation] of relations.entries()) {
    const isOfSame = relation.src === relations[position - 1]?.src;
    src[position] = isOfSame ? at(src, position - 1) : indexOf(relation.src, relation);
    dst[position] = indexOf(relation.dst, relation);
    tag[position] = tagOf(relation.kind, relation.confidence);
  }
  let order = upTo(relations.length);
  for (const [keys, count] of [
    [tag, tagCount],
    [dst, entities.length],
    [src, entities.length],
  ] as const)
    order = stableSort(order, keys, count);
  return { src, dst, tag, order };
}

function refuseDuplicates({ src, dst, tag, order }: Edges, relations: readonly Relation[]): void {
  const kind = (position: number) => Math.floor(at(tag, position) / confidences.length);
  for (let index = 1; index < order.length; index += 1) {
    const a = at(order, index - 1);
    const b = at(order, index);
    if (at(src, a) !== at(src, b) || at(dst, a) !== at(dst, b) || kind(a) !== kind(b)) continue;
    const twice = relations[b];
    throw new MendError('INTERNAL', `the graph has ${twice?.kind} ${twice?.src} → ${twice?.dst} twice`);
  }
}

function encodeSites(order: Uint32Array, relations: readonly Relation[]): Sections {
  const starts = new Uint32Array(order.length + 1);
  const numbers: number[] = [];
  order.forEach((position, edge) => {
    for (const { line, column } of relations[position]?.sites ?? []) numbers.push(line, column);
    starts[edge + 1] = numbers.length / 2;
  });
  return { siteStarts: starts, sites: Uint32Array.from(numbers) };
}

/**
 * Compressed rows in both directions. An edge is named by its place in order of src, dst, kind; a node's incoming
 * edges are in order of src, kind. Throws `INTERNAL` for an end that is no entity, and for two relations with the
 * same src, dst and kind.
 */
export function encodeRelations(entities: readonly CodeEntity[], relations: readonly Relation[]): Sections {
  const edges = readEdges(entities, relations);
  refuseDuplicates(edges, relations);
  const { order } = edges;
  const src = take(new Uint32Array(order.length), edges.src, order);
  const dst = take(new Uint32Array(order.length), edges.dst, order);
  return {
    outStarts: startsOf(src, entities.length),
    inStarts: startsOf(dst, entities.length),
    inEdges: stableSort(upTo(order.length), dst, entities.length),
    edgeSrc: src,
    edgeDst: dst,
    edgeTags: take(new Uint8Array(order.length), edges.tag, order),
    ...encodeSites(order, relations),
  };
}
