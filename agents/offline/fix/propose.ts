import type { EntityLocation } from '../../domain/location.ts';
import type { SuggestInput } from '../../domain/roles.ts';
import type { Syntax } from '../syntax/tree.ts';
import { templates } from '../templates/registry.ts';
import { readClues } from './clues.ts';
import { readFilePlaces } from './file-places.ts';
import { instantiate, type Proposal } from './instantiate.ts';
import { regionOf } from './region.ts';
import { readSuspicion } from './suspicion.ts';

export interface Proposals {
  readonly proposals: readonly Proposal[];
  readonly clues: ReturnType<typeof readClues>;
}

/** Every change that a template can make at the places of the set, not yet weighed. */
export async function propose(
  input: SuggestInput,
  wanted: (entity: EntityLocation, template: string) => boolean,
): Promise<Proposals> {
  const { entities, repository, signal } = input;
  const clues = readClues(input);
  const suspicion = readSuspicion(input.locations.lines);
  const regions = (path: string, root: Syntax) =>
    entities.filter((entity) => entity.path === path).flatMap((entity) => regionOf(root, entity) ?? []);
  const files = await readFilePlaces(repository, new Set(entities.map(({ path }) => path)), clues, regions);
  const proposals: Proposal[] = [];
  for (const entity of entities) {
    signal?.throwIfAborted();
    const file = files.get(entity.path);
    const region = file && regionOf(file.root, entity);
    if (!file || !region) continue;
    const chosen = templates.filter(({ name }) => wanted(entity, name));
    proposals.push(...instantiate({ file, region, entity, suspicion }, chosen));
  }
  return { proposals, clues };
}
