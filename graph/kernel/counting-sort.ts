import { at, type Numbers } from './numbers.ts';

/** Where each key's items begin when items are in order of their key, below `count`; and where the last ones end. */
export function startsOf(keys: Numbers, count: number): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(count + 1);
  for (const key of keys) starts[key + 1] = at(starts, key + 1) + 1;
  for (let key = 0; key < count; key += 1) starts[key + 1] = at(starts, key + 1) + at(starts, key);
  return starts;
}

/** Items by their key, below `count`; those with equal keys stay in order. A counting sort, linear in both. */
export function stableSort(items: Uint32Array, keys: Numbers, count: number): Uint32Array<ArrayBuffer> {
  const next = startsOf(keys, count);
  const sorted = new Uint32Array(items.length);
  for (const item of items) {
    const key = at(keys, item);
    const place = at(next, key);
    sorted[place] = item;
    next[key] = place + 1;
  }
  return sorted;
}

/** 0, 1, … */
export const upTo = (count: number): Uint32Array<ArrayBuffer> => {
  const items = new Uint32Array(count);
  for (let item = 0; item < count; item += 1) items[item] = item;
  return items;
};

/** Fills `into` with the numbers of `from` at those items, in their order. */
export function take<T extends Numbers>(into: T, from: Numbers, items: Uint32Array): T {
  for (let place = 0; place < items.length; place += 1) into[place] = at(from, at(items, place));
  return into;
}
