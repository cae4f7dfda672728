import type { SkippedFile } from '../domain/snapshot.ts';

/** As `<` compares strings, the same on every machine. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const byPath = (a: SkippedFile, b: SkippedFile): number =>
  byCodeUnit(a.path, b.path) || byCodeUnit(a.reason, b.reason);
