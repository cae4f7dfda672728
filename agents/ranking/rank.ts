import type { RankedCandidate } from '../domain/candidate.ts';
import { because } from './because.ts';
import { normalisePatch, patchSize } from './normalise-patch.ts';
import { type Criterion, criteria, type JudgedCandidate, type Standing } from './standing.ts';

/** -1, 0 or 1 by the first value that differs. */
function compareBy({ of }: Criterion, a: Standing, b: Standing): number {
  const left = of(a);
  const right = of(b);
  for (const [index, value] of left.entries()) {
    const other = right[index];
    if (other !== undefined && value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

/** The first criterion that tells the two apart. */
export const deciding = (a: Standing, b: Standing): Criterion | undefined =>
  criteria.find((criterion) => compareBy(criterion, a, b) !== 0);

function compare(a: Standing, b: Standing): number {
  const criterion = deciding(a, b);
  return criterion ? compareBy(criterion, a, b) : 0;
}

/**
 * Orders judged candidates, best first, and says of each why it stands where it stands: confirmed by the tests
 * or not; most regression tests passed; reproduction passed; most candidates that make the same change; the
 * smaller patch; the likelier template; the id. Pure: the order of the input does not matter.
 */
export function rank(judged: readonly JudgedCandidate[]): RankedCandidate[] {
  const votes = new Map<string, number>();
  const keys = judged.map(({ patch }) => normalisePatch(patch));
  for (const key of keys) votes.set(key, (votes.get(key) ?? 0) + 1);
  const standings = judged
    .map(
      (one, index): Standing => ({
        ...one,
        votes: votes.get(keys[index] ?? '') ?? 1,
        size: patchSize(one.patch),
      }),
    )
    .sort(compare);
  return standings.map((standing, index) => {
    const next = standings[index + 1];
    return {
      candidate: standing.candidate,
      patch: standing.patch,
      evidence: standing.evidence,
      rank: index + 1,
      because: because(standing, next, next && deciding(standing, next)?.name),
    };
  });
}
