import type { Direction } from '../port.ts';
import type { Adjacency, Wanted } from './adjacency.ts';

export interface Walk {
  readonly adjacency: Adjacency;
  readonly wanted: Wanted;
  readonly direction: Direction;
}

function step({ adjacency, wanted, direction }: Walk, front: readonly number[], seen: Set<number>): number[] {
  const next: number[] = [];
  for (const node of front)
    for (const edge of adjacency.edges(node, direction, wanted)) {
      const other = adjacency.end(edge, direction);
      if (seen.has(other)) continue;
      seen.add(other);
      next.push(other);
    }
  return next;
}

/** Nodes reached in at most `depth` steps, nearest first, then in order; without the start. */
export function closureOf(walk: Walk, start: number, depth: number): number[] {
  const seen = new Set([start]);
  const reached: number[] = [];
  let front = [start];
  for (let done = 0; done < depth && front.length > 0; done += 1) {
    front = step(walk, front, seen).sort((a, b) => a - b);
    for (const node of front) reached.push(node);
  }
  return reached;
}

function backFrom(to: number, before: ReadonlyMap<number, number>): number[] {
  const way = [to];
  for (let node = before.get(to); node !== undefined; node = before.get(node)) way.push(node);
  return way.reverse();
}

/**
 * The first in order among the shortest ways: nodes are taken first come, first served, and each one's neighbours
 * in order, so whoever reaches a node first does so by the least sequence.
 */
export function pathOf(
  { adjacency, wanted, direction }: Walk,
  from: number,
  to: number,
): number[] | undefined {
  if (from === to) return [from];
  const before = new Map<number, number>();
  const queue = [from];
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head] ?? from;
    for (const edge of adjacency.edges(node, direction, wanted)) {
      const other = adjacency.end(edge, direction);
      if (other === from || before.has(other)) continue;
      before.set(other, node);
      if (other === to) return backFrom(to, before);
      queue.push(other);
    }
  }
  return undefined;
}
