import type { Candidate, Suggestion } from '../domain/candidate.ts';
import type { Fixer, FixInput } from '../domain/roles.ts';
import type { Proposal } from './fix/instantiate.ts';
import { resultOf } from './fix/instantiate.ts';
import { ordered, type Scored } from './fix/order.ts';
import { stillParses } from './fix/parse-check.ts';
import { priorOf, standingOf } from './fix/prior.ts';
import { propose } from './fix/propose.ts';
import { toCandidate } from './fix/to-candidate.ts';
import { templates } from './templates/registry.ts';

/** What a draft outside the lines that a suggestion points at is worth. */
const beside = 0.7;

const known: ReadonlySet<string> = new Set(templates.map(({ name }) => name));

/** Suggestions by entity and template; one that names no template speaks for all. */
function suggested(suggestions: readonly Suggestion[]): Map<string, Suggestion> {
  const found = new Map<string, Suggestion>();
  for (const one of suggestions) {
    const key = `${one.entityId}\n${known.has(one.template) ? one.template : '*'}`;
    const before = found.get(key);
    if (!before || before.confidence < one.confidence) found.set(key, one);
  }
  return found;
}

/** The best score of each resulting text. */
function distinct(scored: readonly Scored[]): Scored[] {
  const best = new Map<string, Scored>();
  for (const one of scored) {
    const key = resultOf(one.proposal);
    const before = best.get(key);
    if (!before || before.score < one.score) best.set(key, one);
  }
  return [...best.values()];
}

/**
 * Writes changes from the templates that were suggested (from all, when nothing was): at most `limit`, each
 * resulting text once, all of which parse, most promising first. Deterministic; no model.
 */
export function createTemplateFixer(): Fixer {
  return {
    async fix(input: FixInput): Promise<readonly Candidate[]> {
      const { suggestions, limit, signal } = input;
      const hints = suggested(suggestions);
      const hintFor = (id: string, template: string) =>
        hints.get(`${id}\n${template}`) ?? hints.get(`${id}\n*`);
      const free = hints.size === 0;
      const { proposals, clues } = await propose(
        input,
        ({ id }, template) => free || hintFor(id, template) !== undefined,
      );
      const pointed = ({ entity, template, draft }: Proposal) => {
        const hint = hintFor(entity.id, template.name);
        return !hint || (hint.startLine <= draft.line && draft.line <= hint.endLine) ? 1 : beside;
      };
      const scored = proposals.map((proposal) => ({
        proposal,
        score:
          standingOf(proposal.entity, input) *
          proposal.suspicion *
          priorOf(proposal.template, clues) *
          proposal.draft.weight *
          pointed(proposal),
      }));
      const candidates: Candidate[] = [];
      for (const one of ordered(distinct(scored))) {
        if (candidates.length >= limit) break;
        signal?.throwIfAborted();
        if (await stillParses(one.proposal)) candidates.push(toCandidate(one));
      }
      return candidates;
    },
  };
}
