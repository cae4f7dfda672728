import { stableSort, startsOf, upTo } from '../../kernel/counting-sort.ts';
import { at } from '../../kernel/numbers.ts';
import type { SectionReader, Sections } from './sections.ts';
import { encodeStrings, StringTable } from './strings.ts';

/** Entities by a string they share: the sorted strings, which one each entity has, and who has each. */
export function encodeGroups(
  name: string,
  keys: readonly string[],
  order?: (a: number, b: number) => number,
): Sections {
  const sorted = [...new Set(keys)].sort();
  const ranks = new Map(sorted.map((key, rank) => [key, rank]));
  const keyOf = new Uint32Array(keys.length);
  for (const [entity, key] of keys.entries()) keyOf[entity] = ranks.get(key) ?? 0;
  const starts = startsOf(keyOf, sorted.length);
  const members = stableSort(upTo(keys.length), keyOf, sorted.length);
  if (order)
    for (let key = 0; key < sorted.length; key += 1)
      members.subarray(at(starts, key), at(starts, key + 1)).sort(order);
  return {
    ...encodeStrings(`${name}.keys`, sorted),
    [`${name}.keyOf`]: keyOf,
    [`${name}.memberStarts`]: starts,
    [`${name}.members`]: members,
  };
}

/** Reads what `encodeGroups` wrote. */
export class Groups {
  readonly keys: StringTable;
  readonly #keyOf: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #members: Uint32Array;

  constructor(sections: SectionReader, name: string) {
    this.keys = new StringTable(sections, `${name}.keys`);
    this.#keyOf = sections.numbers(`${name}.keyOf`);
    this.#starts = sections.numbers(`${name}.memberStarts`);
    this.#members = sections.numbers(`${name}.members`);
  }

  /** The string an entity has. */
  keyOf(entity: number): string {
    return this.keys.get(at(this.#keyOf, entity));
  }

  /** Entities that have the string of that index. */
  membersAt(key: number): Uint32Array {
    return this.#members.subarray(at(this.#starts, key), at(this.#starts, key + 1));
  }

  /** Entities that have that string. */
  members(key: string): Uint32Array {
    const index = this.keys.find(key);
    return index < 0 ? new Uint32Array() : this.membersAt(index);
  }
}
