import type { EntityLocation } from '../../domain/location.ts';
import type { SuggestInput } from '../../domain/roles.ts';
import type { Template } from '../templates/define-template.ts';
import type { FixClues } from './clues.ts';

/** A template's prior under the symptoms, 0 to 1.5. */
export function priorOf(template: Template, { symptoms }: FixClues): number {
  let factor = 1;
  for (const [symptom, weight] of Object.entries(template.symptoms ?? {}))
    if (symptoms.has(symptom as never)) factor = weight > 1 ? Math.max(factor, weight) : factor * weight;
  return template.prior * factor;
}

/**
 * An entity's score as a share of the best one's, 0 to 1; softened, as localization is often nearly right.
 * Entities of all sets have comparable standings, so that candidates of parallel branches can be mixed.
 */
export function standingOf(
  entity: EntityLocation,
  { entities, locations }: Pick<SuggestInput, 'entities' | 'locations'>,
): number {
  const best = [...locations.entities, ...entities].reduce((most, { score }) => Math.max(most, score), 0);
  return best > 0 ? Math.sqrt(Math.max(0, entity.score) / best) : 1;
}
