import type { EntityId } from '../../graph/domain/entity.ts';
import type { Edit } from '../../toolkit/workspace/edits/schema.ts';

/** What to change and why, before how: the suggester's word to the fixer. */
export interface Suggestion {
  readonly entityId: EntityId;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Name of the fix template (`agents/offline/templates/registry.ts`), or `model`. */
  readonly template: string;
  readonly title: string;
  readonly rationale: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** A change not yet judged. Two candidates with equal `id` make the same change. */
export interface Candidate {
  /** SHA-256 of its edits, first 16 hexadecimal digits. */
  readonly id: string;
  readonly edits: readonly Edit[];
  /** Which template made it, in words: `compare: '<' becomes '<='`. */
  readonly summary: string;
  readonly template: string;
  readonly entityId: EntityId;
  /** 0 to 1; decides the order of validation. */
  readonly prior: number;
}

/**
 * `not-fixed`: the reproduction test still fails. `regression`: it passes, and a test that passed before fails.
 * `unproven`: no test could tell.
 */
export const verdicts = [
  'validated',
  'not-fixed',
  'regression',
  'does-not-apply',
  'does-not-parse',
  'timeout',
  'unproven',
] as const;

export type Verdict = (typeof verdicts)[number];

/** What was seen when it was tried. */
export interface Evidence {
  readonly candidateId: string;
  readonly verdict: Verdict;
  /** Test ids that failed on the base and pass now. */
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
  /** Test ids that passed on the base and fail now. */
  readonly broken: readonly string[];
  /** How many tests that passed on the base were run again and passed. */
  readonly regressionsPassed: number;
  readonly regressionsRun: number;
  readonly seconds: number;
  /** The last thing the failing test said, at most 600 characters. */
  readonly message: string | null;
}

/** A judged change, as it is shown. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly patch: string;
  readonly evidence: Evidence;
  /** 1 is best. */
  readonly rank: number;
  /** Why it stands where it stands. */
  readonly because: string;
}
