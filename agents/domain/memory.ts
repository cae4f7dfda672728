import type { Candidate, Evidence, RankedCandidate, Suggestion } from './candidate.ts';
import type { Locations } from './location.ts';
import type { Reproduction } from './roles.ts';

/** What the run works on and with, as the report names it. */
export interface BaseDocument {
  readonly root: string;
  readonly commit: string | null;
  readonly dirty: readonly string[];
  readonly tree: string;
  /** Source files in the graph. */
  readonly files: number;
  readonly skipped: number;
}

/** How the bug was shown, or why it was not. */
export interface ReproductionDocument {
  /** `null`: no test shows the bug, so nothing can be validated. */
  readonly reproduction: Reproduction | null;
  /** Full sentences for the reader. */
  readonly because: string;
}

export interface Judged {
  readonly candidateId: string;
  readonly patch: string;
  readonly evidence: Evidence;
}

/**
 * What a run has found out, kept outside the checkpoints, which hold small values only. Every write is durable
 * when it returns, so that a killed run pays for nothing twice. `undefined`: not known yet.
 */
export interface RunMemory {
  base(): BaseDocument | undefined;
  saveBase(base: BaseDocument): void;
  reproduction(): ReproductionDocument | undefined;
  saveReproduction(document: ReproductionDocument): void;
  /** Places by the text alone, until the tests have told more. */
  draft(): Locations | undefined;
  saveDraft(locations: Locations): void;
  locations(): Locations | undefined;
  saveLocations(locations: Locations): void;
  suggestions(set: number): readonly Suggestion[] | undefined;
  saveSuggestions(set: number, suggestions: readonly Suggestion[]): void;
  candidates(set: number): readonly Candidate[] | undefined;
  saveCandidates(set: number, candidates: readonly Candidate[]): void;
  /** Ids of the tests that every candidate is run against, beside those that show the bug. */
  regressions(): readonly string[] | undefined;
  saveRegressions(ids: readonly string[]): void;
  /** Every verdict so far, in no order. */
  judged(): readonly Judged[];
  saveJudged(judged: Judged): void;
  ranking(): readonly RankedCandidate[] | undefined;
  saveRanking(ranking: readonly RankedCandidate[]): void;
}
