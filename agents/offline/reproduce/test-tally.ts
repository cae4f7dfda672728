import type { CodeEntity, EntityId } from '../../../graph/domain/entity.ts';

/** A test file worth running first. */
export interface ChosenTests {
  readonly path: string;
  /** Higher is more worth running; comparable within one answer. */
  readonly score: number;
  /** The test functions in it that speak for it, best first; empty when only the file does. */
  readonly tests: readonly CodeEntity[];
  /** A sentence for the reader. */
  readonly because: string;
}

/** What can speak for a test file. */
export type Plea = 'named' | 'uses' | 'imports' | 'fileName' | 'path' | 'words';

/** What each counts for. The uses in one file are damped: a file of a hundred tests is not a hundred times better. */
const worth: Readonly<Record<Plea, number>> = {
  named: 3,
  uses: 1,
  imports: 0.6,
  fileName: 0.5,
  path: 1.5,
  words: 1,
};
const damped = (plea: Plea, sum: number): number => (plea === 'uses' ? Math.log2(1 + sum) : sum);

interface Entry {
  readonly sums: Map<Plea, number>;
  best: number;
  because: string;
  readonly tests: Map<EntityId, { readonly entity: CodeEntity; score: number }>;
}

export interface Vote {
  readonly path: string;
  readonly plea: Plea;
  /** 0 to 1. */
  readonly score: number;
  readonly because: string;
  readonly test?: CodeEntity | undefined;
}

const total = ({ sums }: Entry): number =>
  [...sums].reduce((sum, [plea, score]) => sum + worth[plea] * damped(plea, score), 0);

/** Adds up what speaks for each test file. */
export class Tally {
  readonly #files = new Map<string, Entry>();

  add({ path, plea, score, because, test }: Vote): void {
    const entry = this.#files.get(path) ?? { sums: new Map(), best: 0, because, tests: new Map() };
    this.#files.set(path, entry);
    entry.sums.set(plea, (entry.sums.get(plea) ?? 0) + score);
    if (score * worth[plea] > entry.best) {
      entry.best = score * worth[plea];
      entry.because = because;
    }
    if (!test) return;
    const known = entry.tests.get(test.id);
    if (known) known.score += score * worth[plea];
    else entry.tests.set(test.id, { entity: test, score: score * worth[plea] });
  }

  /** Best first, then by path. */
  list(limit: number): ChosenTests[] {
    return [...this.#files]
      .map(([path, entry]) => ({ path, entry, score: Math.round(total(entry) * 1e4) / 1e4 }))
      .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .slice(0, limit)
      .map(({ path, score, entry: { because, tests } }) => ({
        path,
        score,
        because,
        tests: [...tests.values()]
          .sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1))
          .map(({ entity }) => entity),
      }));
  }
}
