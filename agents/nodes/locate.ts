import type { NodeDependencies } from './dependencies.ts';

/** Reads the issue, the graph and `reproduction`; writes `locations`. */
export const makeLocate =
  ({ issue, memory, roles, budget, emit, view }: NodeDependencies) =>
  async (): Promise<Record<string, never>> => {
    if (memory.locations()) return {};
    emit({ type: 'stage', stage: 'locate', text: 'Looking for the place of the bug' });
    const locations = await roles.localizer.locate({
      issue,
      repository: await view(),
      reproduction: memory.reproduction()?.reproduction ?? null,
      signal: budget.signal,
    });
    memory.saveLocations(locations);
    return {};
  };
