import { idOfFile } from '../../../toolkit/testing/test-ids.ts';
import { runsSingleTests, type TestPlan } from '../../../toolkit/testing/types.ts';
import { chooseTests } from '../../offline/choose-tests.ts';
import { fileRole } from '../../offline/locate/file-role.ts';
import type { NodeDependencies } from '../dependencies.ts';
import { draftLocations } from './draft.ts';

/** A suite of up to this many files is simply run whole. */
const smallSuite = 30;
const filesFirst = 10;

/** Ids of the test files to try first; `undefined` where the whole suite is small, or can't be told apart. */
export async function firstTests(
  dependencies: NodeDependencies,
  plan: TestPlan,
): Promise<readonly string[] | undefined> {
  if (!runsSingleTests(plan.runner)) return undefined;
  const { issue, view } = dependencies;
  const { graph } = await view();
  const files = await graph.files();
  if (files.filter(({ path }) => fileRole(path) === 'test').length <= smallSuite) return undefined;
  const locations = await draftLocations(dependencies);
  const chosen = await chooseTests({ issue, graph, locations, limit: filesFirst });
  return chosen.length > 0 ? chosen.map(({ path }) => idOfFile(path, plan)) : undefined;
}
