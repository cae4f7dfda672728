import type { TestReport, TestResult } from '../../../toolkit/testing/types.ts';
import type { ReproductionDocument } from '../../domain/memory.ts';
import type { Testing } from '../../domain/session.ts';
import { type ChosenFailing, chooseFailing } from '../../offline/reproduction.ts';
import type { NodeDependencies } from '../dependencies.ts';
import { type BaseRunInput, runBase, runCovered } from './base-run.ts';
import { checkCommand } from './check-command.ts';
import { firstTests } from './first-tests.ts';
import { coverageSample } from './sample.ts';

/** Tests that a candidate has to make pass; more would only cost time. */
const mostFailing = 50;

interface Found {
  readonly report: TestReport;
  readonly chosen: ChosenFailing;
}

const none = (because: string): ReproductionDocument => ({ reproduction: null, because });

async function choose(dependencies: NodeDependencies, testing: Testing, report: TestReport): Promise<Found> {
  const { issue, roles, budget, view } = dependencies;
  const repository = await view();
  const locations = await roles.localizer.locate({
    issue,
    repository,
    reproduction: null,
    signal: budget.signal,
  });
  const { commandGiven } = testing;
  return {
    report,
    chosen: await chooseFailing({ issue, report, graph: repository.graph, locations, commandGiven }),
  };
}

/** Where the suite is large, the tests that the issue points at come first; the whole follows if they show nothing. */
async function findFailing(dependencies: NodeDependencies, input: BaseRunInput): Promise<Found> {
  const first = input.testing.commandGiven
    ? undefined
    : await firstTests(dependencies, input.testing.plan.runner);
  if (first) {
    const found = await choose(dependencies, input.testing, await runBase(input, first));
    if (found.chosen.failing.length > 0 || dependencies.budget.timeIsUp()) return found;
  }
  const report = await runBase(input);
  checkCommand(input.testing, report);
  return choose(dependencies, input.testing, report);
}

const failsStill = (id: string, again: ReadonlyMap<string, TestResult>): boolean =>
  again.get(id)?.status !== 'passed';

/** Once more with coverage; a test that passes this time is unsteady and shows nothing. */
async function cover(input: BaseRunInput, { report, chosen }: Found): Promise<ReproductionDocument> {
  const passing = chosen.passing;
  const failing = chosen.failing.slice(0, mostFailing);
  if (report.runner === 'command')
    return { reproduction: { failing, passing, coverage: {}, report }, because: chosen.why };
  const covered = await runCovered(input, coverageSample(failing, report.results));
  const again = new Map(covered.results.map((result) => [result.id, result]));
  const steady = failing.filter(({ id }) => failsStill(id, again));
  if (steady.length === 0)
    return none('The failing tests pass when they are run again, so they show nothing.');
  return {
    reproduction: { failing: steady, passing, coverage: covered.coverage, report },
    because: chosen.why,
  };
}

async function show(dependencies: NodeDependencies): Promise<ReproductionDocument> {
  const { session, budget, emit } = dependencies;
  const testing = await session.testing();
  if (!testing) return none('No tests were found that could be run.');
  const workspace = await session.workspace();
  const checkout = await workspace.checkout();
  const input = { testing, checkout, budget };
  try {
    emit({
      type: 'stage',
      stage: 'reproduce',
      text: `Running the tests as they are: ${testing.plan.argv.join(' ')}`,
    });
    const found = await findFailing(dependencies, input);
    if (found.chosen.failing.length === 0) return none(found.chosen.why);
    emit({ type: 'stage', stage: 'reproduce', text: 'Running the failing tests again, with coverage' });
    return await cover(input, found);
  } finally {
    await checkout.release();
  }
}

/** Runs the tests on the base and says which of them show the issue. Writes `reproduction`. */
export const makeReproduce = (dependencies: NodeDependencies) => async (): Promise<Record<string, never>> => {
  const { memory, budget } = dependencies;
  if (memory.reproduction()) return {};
  const document = await show(dependencies);
  if (!budget.timeIsUp()) budget.signal.throwIfAborted();
  memory.saveReproduction(document);
  return {};
};
