import { stableSort, upTo } from '../kernel/counting-sort.ts';
import { MendError } from '../kernel/errors.ts';
import { at, NumberList } from '../kernel/numbers.ts';
import type { CodeEntity, EntityId } from './entity.ts';
import { columnAt, lineAt, type Position, positionAt } from './position.ts';
import type { Confidence, Relation, RelationKind } from './relation.ts';
import {
  confidenceCode,
  kindCode,
  kindOrder,
  type RelationColumns,
  RelationTable,
} from './relation-table.ts';

interface Rows {
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  /** Kind and confidence. */
  readonly tags: Uint32Array;
  /** 0 where there is no site. */
  readonly lines: Uint32Array;
  readonly columns: Uint32Array;
}

const confidenceBits = 2;
const kindOf = (tag: number): number => tag >> confidenceBits;
const confidenceOf = (tag: number): number => tag & (2 ** confidenceBits - 1);

/** Where the rows end that have the same ends and kind as the one at `from`. */
function groupEnd({ src, dst, tags }: Rows, order: Uint32Array, from: number): number {
  const first = at(order, from);
  let to = from + 1;
  while (to < order.length) {
    const row = at(order, to);
    if (src[row] !== src[first] || dst[row] !== dst[first]) return to;
    if (kindOf(at(tags, row)) !== kindOf(at(tags, first))) return to;
    to += 1;
  }
  return to;
}

function merge(rows: Rows, order: Uint32Array): RelationColumns {
  const { src, dst, tags, lines, columns } = rows;
  const found = { src: new NumberList(), dst: new NumberList(), starts: new NumberList() };
  const kinds = new NumberList();
  const sure = new NumberList();
  const siteLines = new NumberList();
  const siteColumns = new NumberList();
  const byPlace = (a: number, b: number) => at(lines, a) - at(lines, b) || at(columns, a) - at(columns, b);
  for (let from = 0; from < order.length; ) {
    const to = groupEnd(rows, order, from);
    const group = to - from > 1 ? order.subarray(from, to).sort(byPlace) : order.subarray(from, to);
    const first = at(group, 0);
    found.src.push(at(src, first));
    found.dst.push(at(dst, first));
    kinds.push(kindOf(at(tags, first)));
    found.starts.push(siteLines.length);
    let surest = confidenceOf(at(tags, first));
    let last = -1;
    for (const row of group) {
      surest = Math.min(surest, confidenceOf(at(tags, row)));
      const isNew = last < 0 || byPlace(last, row) !== 0;
      if (isNew && at(lines, row) > 0) {
        siteLines.push(at(lines, row));
        siteColumns.push(at(columns, row));
      }
      last = row;
    }
    sure.push(surest);
    from = to;
  }
  found.starts.push(siteLines.length);
  return {
    src: found.src.toArray(),
    dst: found.dst.toArray(),
    kinds: Uint8Array.from(kinds.toArray()),
    confidences: Uint8Array.from(sure.toArray()),
    siteStarts: found.starts.toArray(),
    siteLines: siteLines.toArray(),
    siteColumns: siteColumns.toArray(),
  };
}

/** Gathers single uses into relations: one for all of a kind between two entities, as sure as its surest use. */
export class RelationBuilder {
  readonly #ids: readonly EntityId[];
  readonly #indices: ReadonlyMap<EntityId, number>;
  readonly #src = new NumberList();
  readonly #dst = new NumberList();
  readonly #tags = new NumberList();
  readonly #lines = new NumberList();
  readonly #columns = new NumberList();

  /** `entities` sorted by id. */
  constructor(entities: readonly CodeEntity[]) {
    this.#ids = entities.map(({ id }) => id);
    this.#indices = new Map(this.#ids.map((id, index) => [id, index]));
  }

  /** `site` is `null` for a relation without a place. Throws `INTERNAL` for an end that is no entity. */
  add(kind: RelationKind, src: EntityId, dst: EntityId, confidence: Confidence, site: Position | null): void {
    const from = this.#indices.get(src);
    const to = this.#indices.get(dst);
    if (from === undefined || to === undefined)
      throw new MendError('INTERNAL', `${kind} ${src} → ${dst} has an end that is no entity`);
    this.#src.push(from);
    this.#dst.push(to);
    this.#tags.push((kindCode(kind) << confidenceBits) | confidenceCode(confidence));
    this.#lines.push(site === null ? 0 : lineAt(site));
    this.#columns.push(site === null ? 0 : columnAt(site));
  }

  /** Sorted by src, kind, dst; sites in order of place, each once. */
  build(): RelationTable {
    const rows = {
      src: this.#src.toArray(),
      dst: this.#dst.toArray(),
      tags: this.#tags.toArray(),
      lines: this.#lines.toArray(),
      columns: this.#columns.toArray(),
    };
    const kinds = Uint8Array.from(rows.tags, kindOf);
    let order = upTo(rows.src.length);
    order = stableSort(order, rows.dst, this.#ids.length);
    order = stableSort(order, kinds, kindOrder.length);
    order = stableSort(order, rows.src, this.#ids.length);
    return new RelationTable(this.#ids, merge(rows, order));
  }
}

/** `relations` as a table; throws `INTERNAL` where one is there twice or has an end that is no entity. */
export function relationTable(entities: readonly CodeEntity[], relations: Iterable<Relation>): RelationTable {
  if (relations instanceof RelationTable) return relations;
  const builder = new RelationBuilder(entities);
  const seen = new Set<string>();
  for (const { kind, src, dst, confidence, sites } of relations) {
    const key = JSON.stringify([src, kind, dst]);
    if (seen.has(key)) throw new MendError('INTERNAL', `the graph has ${kind} ${src} → ${dst} twice`);
    seen.add(key);
    if (sites.length === 0) builder.add(kind, src, dst, confidence, null);
    for (const { line, column } of sites) builder.add(kind, src, dst, confidence, positionAt(line, column));
  }
  return builder.build();
}
