import type { Locations } from '../../domain/location.ts';
import type { NodeDependencies } from '../dependencies.ts';

/**
 * Where the bug may be by the issue's text alone: what the choice of tests goes by, and all that there is should the
 * time be over before the tests have been run. Written once a run.
 */
export async function draftLocations({
  issue,
  memory,
  roles,
  budget,
  view,
}: NodeDependencies): Promise<Locations> {
  const known = memory.draft();
  if (known) return known;
  const draft = await roles.localizer.locate({
    issue,
    repository: await view(),
    reproduction: null,
    signal: budget.signal,
  });
  memory.saveDraft(draft);
  return draft;
}
