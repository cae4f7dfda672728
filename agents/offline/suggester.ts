import type { Suggestion } from '../domain/candidate.ts';
import type { EntityLocation } from '../domain/location.ts';
import type { Suggester, SuggestInput } from '../domain/roles.ts';
import type { FixClues } from './fix/clues.ts';
import type { Proposal } from './fix/instantiate.ts';
import { priorOf, standingOf } from './fix/prior.ts';
import { propose } from './fix/propose.ts';

/** Lines this close to a group's most suspicious one belong to the place it points at. */
const near = 0.9;

function grouped(proposals: readonly Proposal[]): Proposal[][] {
  const groups = new Map<string, Proposal[]>();
  for (const proposal of proposals) {
    const key = `${proposal.entity.id}\n${proposal.template.name}`;
    const group = groups.get(key);
    if (group) group.push(proposal);
    else groups.set(key, [proposal]);
  }
  return [...groups.values()];
}

const strength = ({ suspicion, draft }: Proposal) => suspicion * draft.weight;

function because(template: Proposal['template'], entity: EntityLocation, clues: FixClues): string {
  const seen = Object.keys(template.symptoms ?? {}).filter((symptom) => clues.symptoms.has(symptom as never));
  const reason = entity.reasons[0] ?? `${entity.qualifiedName} is among the likely places.`;
  return seen.length > 0 ? `${reason} What was seen points this way: ${seen.join(', ')}.` : reason;
}

function suggestion(
  group: readonly Proposal[],
  input: SuggestInput,
  clues: FixClues,
): Suggestion | undefined {
  const best = group.reduce<Proposal | undefined>(
    (top, one) => (top && strength(top) >= strength(one) ? top : one),
    undefined,
  );
  if (!best) return undefined;
  const { entity, template } = best;
  const lines = group
    .filter(({ suspicion }) => suspicion >= best.suspicion * near)
    .map(({ draft }) => draft.line);
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  const where = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return {
    entityId: entity.id,
    path: entity.path,
    startLine: first,
    endLine: last,
    template: template.name,
    title: `${template.title} in ${entity.qualifiedName}, ${where}`,
    rationale: because(template, entity, clues),
    confidence: Math.min(
      1,
      standingOf(entity, input) * priorOf(template, clues) * Math.max(best.suspicion, 0.05),
    ),
  };
}

/**
 * Says, for each place of the set, which fix templates have something to change there and how likely each is,
 * from how suspicious the lines are and from what the failing tests and the issue show. One suggestion an
 * entity and template, most confident first. Deterministic; no model.
 */
export function createTemplateSuggester(): Suggester {
  return {
    async suggest(input) {
      const { proposals, clues } = await propose(input, () => true);
      return grouped(proposals)
        .flatMap((group) => suggestion(group, input, clues) ?? [])
        .sort(
          (a, b) =>
            b.confidence - a.confidence || (a.entityId < b.entityId ? -1 : a.entityId > b.entityId ? 1 : 0),
        );
    },
  };
}
