import { testFolder, testGroup } from '../../../toolkit/testing/test-group.ts';
import { idOfFile } from '../../../toolkit/testing/test-ids.ts';
import type { Reproduction } from '../../domain/roles.ts';
import { chooseTests } from '../../offline/choose-tests.ts';
import type { NodeDependencies } from '../dependencies.ts';

/** The part of the time left that one run of regression tests may take, and the least that it gets. */
const share = 0.2;
const leastMs = 1_000;

/** Test files that the graph is asked for. */
const mostTied = 50;

interface Near {
  /** Groups of the tests that show the bug. */
  readonly failing: ReadonlySet<string>;
  /** Groups that the graph ties to the places found, best first. */
  readonly tied: readonly string[];
}

/** How near a test is: same file, tied by the graph, same folder, the rest. */
function distances({ failing, tied }: Near): (group: string) => number {
  const places = new Map(tied.map((group, index) => [group, index]));
  const folders = new Set([...failing].map(testFolder));
  return (group) => {
    if (failing.has(group)) return -1;
    return places.get(group) ?? (folders.has(testFolder(group)) ? tied.length : tied.length + 1);
  };
}

/** Tests that passed, the nearest first, as many as fit in the time; given in the order of the base's run. */
export function nearestPassing(
  { failing, passing, report }: Reproduction,
  tied: readonly string[],
  roomMs: number,
): string[] {
  const seconds = new Map(report.results.map((result) => [result.id, result.seconds]));
  const away = distances({ failing: new Set(failing.map(({ id }) => testGroup(id))), tied });
  const nearest = passing
    .map((id, order) => ({ id, order, away: away(testGroup(id)) }))
    .sort((a, b) => a.away - b.away || a.order - b.order);
  const chosen = new Set<string>();
  let ms = 0;
  for (const { id } of nearest) {
    ms += (seconds.get(id) ?? 0) * 1_000;
    if (ms > roomMs && chosen.size > 0) break;
    chosen.add(id);
  }
  return passing.filter((id) => chosen.has(id));
}

async function tiedGroups({ issue, memory, view }: NodeDependencies, reproduction: Reproduction) {
  const locations = memory.locations();
  if (!locations) return [];
  const { graph } = await view();
  const files = await chooseTests({ issue, graph, locations, limit: mostTied });
  return files.map(({ path }) => idOfFile(path, reproduction.report));
}

/**
 * The tests that every candidate has to leave passing: all that passed on the base where they fit in the time,
 * otherwise those nearest to the bug by the graph and by their place. Chosen once a run, so that all candidates are
 * measured alike, before and after the run was killed.
 */
export async function regressionsOf(
  dependencies: NodeDependencies,
  reproduction: Reproduction,
): Promise<readonly string[]> {
  const { memory, budget } = dependencies;
  const known = memory.regressions();
  if (known) return known;
  const roomMs = Math.max(leastMs, budget.remainingMs() * share);
  const all = nearestPassing(reproduction, [], roomMs);
  const chosen =
    all.length === reproduction.passing.length
      ? all
      : nearestPassing(reproduction, await tiedGroups(dependencies, reproduction), roomMs);
  memory.saveRegressions(chosen);
  return chosen;
}
