import type { CodeEntity } from '../../domain/entity.ts';
import { confidences, type Relation } from '../../domain/relation.ts';
import { relationTable } from '../../domain/relation-builder.ts';
import { confidenceCode, kindCode, type RelationColumns } from '../../domain/relation-table.ts';
import { stableSort, startsOf, take, upTo } from '../../kernel/counting-sort.ts';
import { at } from '../../kernel/numbers.ts';
import type { Sections } from './sections.ts';

/** Kind and confidence in one number. */
export const tagOf = (kind: Relation['kind'], confidence: Relation['confidence']): number =>
  kindCode(kind) * confidences.length + confidenceCode(confidence);

/** Lines and columns in turn, and where each edge's begin. */
function encodeSites(order: Uint32Array, { siteStarts, siteLines, siteColumns }: RelationColumns): Sections {
  const starts = new Uint32Array(order.length + 1);
  const sites = new Uint32Array(siteLines.length * 2);
  let end = 0;
  order.forEach((relation, edge) => {
    for (let site = at(siteStarts, relation); site < at(siteStarts, relation + 1); site += 1) {
      sites[end * 2] = at(siteLines, site);
      sites[end * 2 + 1] = at(siteColumns, site);
      end += 1;
    }
    starts[edge + 1] = end;
  });
  return { siteStarts: starts, sites };
}

/**
 * Compressed rows in both directions. An edge is named by its place in order of src, dst, kind; a node's incoming
 * edges are in order of src, kind. Throws `INTERNAL` for an end that is no entity, and for two relations with the
 * same src, dst and kind.
 */
export function encodeRelations(entities: readonly CodeEntity[], relations: Iterable<Relation>): Sections {
  const { columns } = relationTable(entities, relations);
  const { src, dst, kinds, confidences: sure } = columns;
  // They come in order of src, kind, dst.
  const byDst = stableSort(upTo(src.length), dst, entities.length);
  const order = stableSort(byDst, src, entities.length);
  const sortedDst = take(new Uint32Array(order.length), dst, order);
  const tags = kinds.map((kind, relation) => kind * confidences.length + at(sure, relation));
  return {
    outStarts: startsOf(src, entities.length),
    inStarts: startsOf(sortedDst, entities.length),
    inEdges: stableSort(upTo(order.length), sortedDst, entities.length),
    edgeSrc: take(new Uint32Array(order.length), src, order),
    edgeDst: sortedDst,
    edgeTags: take(new Uint8Array(order.length), tags, order),
    ...encodeSites(order, columns),
  };
}
