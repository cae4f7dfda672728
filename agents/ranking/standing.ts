import type { Candidate, Evidence, Verdict } from '../domain/candidate.ts';
import type { PatchSize } from './normalise-patch.ts';

/** A candidate that was tried. */
export interface JudgedCandidate {
  readonly candidate: Candidate;
  /** Git diff against the base. */
  readonly patch: string;
  readonly evidence: Evidence;
}

/** What the order is made from. */
export interface Standing extends JudgedCandidate {
  /** Candidates whose normalised patch is the same, this one included. */
  readonly votes: number;
  readonly size: PatchSize;
}

/** Proof first: nothing unproven stands above what the tests confirmed, whatever else speaks for it. */
const tier: Readonly<Record<Verdict, number>> = {
  validated: 0,
  regression: 1,
  unproven: 2,
  'not-fixed': 3,
  timeout: 4,
  'does-not-parse': 5,
  'does-not-apply': 6,
};

export interface Criterion {
  readonly name: 'verdict' | 'regressions' | 'reproduction' | 'votes' | 'size' | 'prior' | 'id';
  /** Smaller is better. */
  readonly of: (standing: Standing) => readonly (number | string)[];
}

/** SGAgent's order (arXiv 2602.23647), with the smaller patch before the larger, and ties never left open. */
export const criteria: readonly Criterion[] = [
  { name: 'verdict', of: ({ evidence }) => [tier[evidence.verdict]] },
  { name: 'regressions', of: ({ evidence }) => [-evidence.regressionsPassed, evidence.broken.length] },
  { name: 'reproduction', of: ({ evidence }) => [-evidence.fixed.length, evidence.stillFailing.length] },
  { name: 'votes', of: ({ votes }) => [-votes] },
  { name: 'size', of: ({ size }) => [size.lines, size.characters] },
  { name: 'prior', of: ({ candidate }) => [-candidate.prior] },
  { name: 'id', of: ({ candidate }) => [candidate.id] },
];
