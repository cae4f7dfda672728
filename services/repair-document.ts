import type { RankedCandidate } from '../agents/domain/candidate.ts';
import { locationsDocument } from './locations-document.ts';
import { type RepairResult, validatedPatch } from './repair.ts';

const candidateDocument = ({ patch, evidence, candidate, rank, because }: RankedCandidate) => ({
  rank,
  patch,
  verdict: evidence.verdict,
  evidence,
  summary: candidate.summary,
  template: candidate.template,
  because,
});

/** The document of `repair --json`, `runs show --json` and `runs resume --json`. */
export const repairDocument = (result: RepairResult) => ({
  runId: result.runId,
  outcome: result.outcome,
  patch: validatedPatch(result),
  locations: result.locations ? locationsDocument(result.locations) : { files: [], entities: [] },
  candidates: result.candidates.map(candidateDocument),
  seconds: result.seconds,
  timeIsUp: result.timeIsUp,
  reproduction: {
    failing:
      result.reproduction?.reproduction?.failing.map(({ id, status, message }) => ({
        id,
        status,
        message,
      })) ?? [],
    /** How many tests passed on the base; a candidate's evidence says how many of them it was run against. */
    passing: result.reproduction?.reproduction?.passing.length ?? 0,
    because: result.reproduction?.because ?? null,
  },
  base: result.base,
});
