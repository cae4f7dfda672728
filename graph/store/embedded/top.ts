/** Moves the item at the root of a heap down to its place; the root is the last in order. */
function sink<T>(heap: T[], compare: (a: T, b: T) => number): void {
  let parent = 0;
  for (;;) {
    let last = parent;
    for (const child of [parent * 2 + 1, parent * 2 + 2])
      if (child < heap.length && compare(heap[child] as T, heap[last] as T) > 0) last = child;
    if (last === parent) return;
    [heap[parent], heap[last]] = [heap[last] as T, heap[parent] as T];
    parent = last;
  }
}

/** The first `limit` of `items` in order, without sorting them all. */
export function best<T>(items: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  if (limit < 1) return [];
  const heap = items.slice(0, limit).sort((a, b) => compare(b, a));
  for (const item of items.slice(limit)) {
    if (compare(item, heap[0] as T) >= 0) continue;
    heap[0] = item;
    sink(heap, compare);
  }
  return heap.sort(compare);
}
