import type { SectionReader, Sections } from './sections.ts';
import { at } from './sections.ts';
import { encodeStrings, StringTable } from './strings.ts';

/** Entities by a string they share: the sorted strings, which one each entity has, and who has each. */
export function encodeGroups(
  name: string,
  keys: readonly string[],
  order?: (a: number, b: number) => number,
): Sections {
  const members = new Map<string, number[]>();
  keys.forEach((key, entity) => {
    const list = members.get(key);
    if (list) list.push(entity);
    else members.set(key, [entity]);
  });
  const sorted = [...members.keys()].sort();
  const keyOf = new Uint32Array(keys.length);
  const starts = new Uint32Array(sorted.length + 1);
  const list = new Uint32Array(keys.length);
  let end = 0;
  sorted.forEach((key, index) => {
    const own = members.get(key) ?? [];
    if (order) own.sort(order);
    for (const entity of own) {
      keyOf[entity] = index;
      list[end] = entity;
      end += 1;
    }
    starts[index + 1] = end;
  });
  return {
    ...encodeStrings(`${name}.keys`, sorted),
    [`${name}.keyOf`]: keyOf,
    [`${name}.memberStarts`]: starts,
    [`${name}.members`]: list,
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
