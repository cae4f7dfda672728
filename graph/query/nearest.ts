import { distanceFrom } from './edit-distance.ts';

export interface Named {
  readonly length: number;
  name(index: number): string;
  /** How many have that name; at least 1. */
  count(index: number): number;
}

/**
 * Indices of names by distance: all that are needed for `limit` that have one of them, closest first, none further
 * than `within`.
 */
export function nearestNames(
  wanted: string,
  limit: number,
  names: Named,
  within = Number.POSITIVE_INFINITY,
): number[][] {
  const measure = distanceFrom(wanted);
  const byDistance: number[][] = [];
  const counts: number[] = [];
  let bound = within;
  for (let index = 0; index < names.length; index += 1) {
    const name = names.name(index);
    if (Math.abs(name.length - wanted.length) > bound) continue;
    const distance = measure(name);
    if (distance > bound) continue;
    const same = byDistance[distance];
    if (same) same.push(index);
    else byDistance[distance] = [index];
    counts[distance] = (counts[distance] ?? 0) + names.count(index);
    bound = Math.min(bound, boundFor(counts, limit));
  }
  return byDistance.slice(0, Number.isFinite(bound) ? bound + 1 : undefined).map((same) => same ?? []);
}

/** The distance within which there are `limit` already; beyond it nothing can be among the nearest. */
function boundFor(counts: readonly number[], limit: number): number {
  let have = 0;
  for (let distance = 0; distance < counts.length; distance += 1) {
    have += counts[distance] ?? 0;
    if (have >= limit) return distance;
  }
  return Number.POSITIVE_INFINITY;
}
