import { MendError } from '../../graph/kernel/errors.ts';
import type { SuggestInput } from '../domain/roles.ts';
import { locationSets } from '../offline/location-sets.ts';
import type { BranchInput } from '../state/repair-state.ts';
import type { NodeDependencies } from './dependencies.ts';

/** Location sets in all, and how many of them each round takes. */
export const setsInAll = 4;
export const setsPerRound = 2;

/** Most candidates that one set gives. */
const mostCandidates = 400;

/** The numbers of the sets that this round works on; empty when there are no more. */
export function setsOfRound({ memory }: NodeDependencies, round: number): number[] {
  const locations = memory.locations();
  const count = locations ? locationSets(locations, { sets: setsInAll }).length : 0;
  const first = (round - 1) * setsPerRound;
  return Array.from({ length: setsPerRound }, (_, offset) => first + offset).filter((set) => set < count);
}

async function inputOf(dependencies: NodeDependencies, set: number): Promise<SuggestInput> {
  const { issue, memory, budget, view } = dependencies;
  const locations = memory.locations();
  const entities = locations && locationSets(locations, { sets: setsInAll })[set];
  if (!entities) throw new MendError('INTERNAL', `location set ${set} is not there`);
  return {
    issue,
    repository: await view(),
    reproduction: memory.reproduction()?.reproduction ?? null,
    locations,
    entities,
    signal: budget.signal,
  };
}

/** One branch: what kind of change each place of its set may need. Writes `suggestions` of the set. */
export const makeSuggest =
  (dependencies: NodeDependencies) =>
  async ({ set }: BranchInput): Promise<void> => {
    const { memory, roles, emit } = dependencies;
    if (memory.suggestions(set)) return;
    emit({ type: 'stage', stage: 'suggest', text: `Choosing kinds of change for location set ${set + 1}` });
    memory.saveSuggestions(set, await roles.suggester.suggest(await inputOf(dependencies, set)));
  };

/** One branch: the changes themselves. Writes `candidates` of the set. */
export const makeFix =
  (dependencies: NodeDependencies) =>
  async ({ set }: BranchInput): Promise<void> => {
    const { memory, roles, emit } = dependencies;
    if (memory.candidates(set)) return;
    emit({ type: 'stage', stage: 'fix', text: `Writing changes for location set ${set + 1}` });
    const suggestions = memory.suggestions(set) ?? [];
    const input = await inputOf(dependencies, set);
    memory.saveCandidates(set, await roles.fixer.fix({ ...input, suggestions, limit: mostCandidates }));
  };
