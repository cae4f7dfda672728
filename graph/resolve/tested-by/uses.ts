import type { CodeEntity, EntityId } from '../../domain/entity.ts';
import { confidenceCode, kindCode, type RelationTable } from '../../domain/relation-table.ts';
import { startsOf, take, upTo } from '../../kernel/counting-sort.ts';
import { at } from '../../kernel/numbers.ts';

const candidate = confidenceCode('candidate');
const exact = confidenceCode('exact');
const running = new Set([kindCode('CALLS'), kindCode('INSTANTIATES')]);

/** What the resolved graph says, by place among its entities. */
export class Uses {
  readonly entities: readonly CodeEntity[];
  readonly indices: ReadonlyMap<EntityId, number>;
  readonly #table: RelationTable['columns'];
  readonly #starts: Uint32Array;
  /** Of calls that are no candidates: where each node's begin, their ends, and 1 where they are exact. */
  readonly callStarts: Uint32Array;
  readonly called: Uint32Array;
  readonly calledExactly: Uint8Array;
  /** The number of the walk that saw the node last. */
  readonly seenBy: Uint32Array;

  constructor(entities: readonly CodeEntity[], { columns, length }: RelationTable) {
    this.entities = entities;
    this.indices = new Map(entities.map(({ id }, index) => [id, index]));
    this.#table = columns;
    this.#starts = startsOf(columns.src, entities.length);
    const { src, dst, kinds, confidences } = columns;
    const calls = upTo(length).filter(
      (edge) => running.has(at(kinds, edge)) && at(confidences, edge) !== candidate,
    );
    this.callStarts = startsOf(take(new Uint32Array(calls.length), src, calls), entities.length);
    this.called = take(new Uint32Array(calls.length), dst, calls);
    this.calledExactly = Uint8Array.from(calls, (edge) => Number(at(confidences, edge) === exact));
    this.seenBy = new Uint32Array(entities.length);
  }

  /** Ends of a node's relations of one kind, candidates left out. */
  from(node: number, kind: number): number[] {
    const { dst, kinds, confidences } = this.#table;
    const ends: number[] = [];
    for (let edge = at(this.#starts, node); edge < at(this.#starts, node + 1); edge += 1)
      if (at(kinds, edge) === kind && at(confidences, edge) !== candidate) ends.push(at(dst, edge));
    return ends;
  }
}

/** Adds to the list of a key. */
export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
