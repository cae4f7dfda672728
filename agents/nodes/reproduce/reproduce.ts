import { runsSingleTests, type TestReport, type TestResult } from '../../../toolkit/testing/types.ts';
import type { OnRunEvent } from '../../domain/events.ts';
import type { ReproductionDocument } from '../../domain/memory.ts';
import type { Testing } from '../../domain/session.ts';
import { type ChosenFailing, chooseFailing } from '../../offline/reproduction.ts';
import type { NodeDependencies } from '../dependencies.ts';
import { type BaseRunInput, runBase, runCovered } from './base-run.ts';
import { checkCommand } from './check-command.ts';
import { draftLocations } from './draft.ts';
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
  const { issue, view } = dependencies;
  const { graph } = await view();
  const locations = await draftLocations(dependencies);
  const { commandGiven } = testing;
  return { report, chosen: await chooseFailing({ issue, report, graph, locations, commandGiven }) };
}

/** Where the suite is large, the tests that the issue points at come first; the whole follows if they show nothing. */
async function findFailing(dependencies: NodeDependencies, input: BaseRunInput): Promise<Found> {
  const first = input.testing.commandGiven ? undefined : await firstTests(dependencies, input.testing.plan);
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

/** Part of the time left that running a command a second time may take. */
const againShare = 0.1;

/** A command or its report tells no lines, so there is nothing to cover; only whether it fails every time. */
async function withoutLines(input: BaseRunInput, { report, chosen }: Found): Promise<ReproductionDocument> {
  const { failing, passing, why } = chosen;
  const reproduction = { failing, passing, coverage: {}, report };
  if (report.end === 'timeout')
    return { reproduction, because: `${why} It did not end in ${Math.round(report.seconds)} s.` };
  if (report.seconds * 1_000 < input.budget.remainingMs() * againShare) {
    const again = await runBase(input);
    if (again.results.every(({ status }) => status === 'passed') && again.results.length > 0)
      return none('The command fails at one time and passes at another, so it shows nothing.');
  }
  return { reproduction, because: why };
}

/** Once more with coverage; a test that passes this time is unsteady and shows nothing. */
async function cover(input: BaseRunInput, found: Found, emit: OnRunEvent): Promise<ReproductionDocument> {
  const { report, chosen } = found;
  if (!runsSingleTests(report.runner)) return withoutLines(input, found);
  emit({ type: 'stage', stage: 'reproduce', text: 'Running the failing tests again, with coverage' });
  const failing = chosen.failing.slice(0, mostFailing);
  const covered = await runCovered(input, coverageSample(failing, report.results));
  const again = new Map(covered.results.map((result) => [result.id, result]));
  const steady = failing.filter(({ id }) => failsStill(id, again));
  if (steady.length === 0)
    return none('The failing tests pass when they are run again, so they show nothing.');
  const { passing, why } = chosen;
  return { reproduction: { failing: steady, passing, coverage: covered.coverage, report }, because: why };
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
    return await cover(input, found, emit);
  } finally {
    await checkout.release();
  }
}

/** Runs the tests on the base and says which of them show the issue. Writes `reproduction`. */
export const makeReproduce = (dependencies: NodeDependencies) => async (): Promise<Record<string, never>> => {
  const { memory, budget } = dependencies;
  if (memory.reproduction()) return {};
  await draftLocations(dependencies);
  const document = await show(dependencies);
  if (!budget.timeIsUp()) budget.signal.throwIfAborted();
  memory.saveReproduction(document);
  return {};
};
