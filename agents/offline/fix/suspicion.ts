import type { LineSuspicion } from '../../domain/location.ts';

/** What a line is taken for that no failing test ran, where it is known which lines ran. */
const notRun = 0.12;
const unknown = 0.5;

/** Answers how suspicious a line is, 0 to 1, the most suspicious of the run being 1. */
export interface Suspicion {
  of(path: string, line: number): number;
}

export function readSuspicion(lines: readonly LineSuspicion[]): Suspicion {
  const byPath = new Map<string, Map<number, number>>();
  const most = lines.reduce((max, { score }) => Math.max(max, score), 0);
  for (const { path, line, score } of lines) {
    const known = byPath.get(path) ?? new Map<number, number>();
    known.set(line, Math.max(known.get(line) ?? 0, most > 0 ? score / most : 0));
    byPath.set(path, known);
  }
  return {
    of(path, line) {
      if (most === 0) return 1;
      const known = byPath.get(path);
      return known ? Math.max(known.get(line) ?? 0, notRun) : unknown * notRun;
    },
  };
}
