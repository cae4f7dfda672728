import type { GraphStore } from '../../graph/store/port.ts';
import type { TestReport, TestResult } from '../../toolkit/testing/types.ts';
import type { Issue } from '../domain/issue.ts';
import type { Locations } from '../domain/location.ts';
import { fileRole } from './locate/file-role.ts';
import { readIssue } from './locate/read-issue.ts';
import { environmentCause } from './reproduce/environment.ts';
import { type Tie, tieOf } from './reproduce/ties.ts';
import { shortName } from './reproduce/words.ts';

export interface ChooseFailingInput {
  readonly issue: Issue;
  /** The base's tests, before any change. */
  readonly report: TestReport;
  readonly graph: GraphStore;
  /** What the issue's text alone points at. */
  readonly locations: Locations;
  /** The user named the command that fails (`--test`). */
  readonly commandGiven: boolean;
}

export interface ChosenFailing {
  /** Tests that are taken to show the issue; empty when none is. Best tied first. */
  readonly failing: readonly TestResult[];
  /** Ids of tests that passed. */
  readonly passing: readonly string[];
  /** For the reader: which tests, why these, which failures do not count and why. */
  readonly why: string;
}

interface Judged {
  readonly test: TestResult;
  readonly tie: Tie;
  readonly environment: string | null;
}

/** Failures looked at; a base with more is broken as a whole. */
const mostFailing = 200;
/** A single hint is no tie, unless at most three tests fail for no reason of the machine. */
const enough = 1;
const hint = 0.4;
const nearlyAlone = 3;
/** A failure of the machine has to be tied as surely as by name or message. */
const enoughForEnvironment = 2;
/** Tied much less than the best one is another matter. */
const ofBest = 0.5;

const isFailure = ({ status }: TestResult) =>
  status === 'failed' || status === 'error' || status === 'timeout';

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

function byTie(a: Judged, b: Judged): number {
  return b.tie.strength - a.tie.strength || (a.test.id < b.test.id ? -1 : 1);
}

function leftOut(judged: readonly Judged[], chosen: ReadonlySet<TestResult>): string {
  const others = judged.filter(({ test }) => !chosen.has(test));
  const first = others.find(({ environment }) => environment !== null) ?? others[0];
  if (!first) return '';
  const cause = first.environment ?? first.tie.because;
  return ` ${count(others.length, 'other failing test')} ${others.length === 1 ? 'does' : 'do'} not count: \`${shortName(first.test.id)}\` ${cause.startsWith('nothing') ? 'has nothing that ties it to the issue' : cause}${others.length > 1 ? ', for one' : ''}.`;
}

/** A hint is enough for failures that are nearly alone: there is no other that it could mean. */
function hinted(judged: readonly Judged[]): Judged[] {
  const real = judged.filter(({ environment }) => environment === null);
  return real.length <= nearlyAlone ? real.filter(({ tie }) => tie.strength >= hint) : [];
}

const endings: Readonly<Record<TestReport['end'], string>> = {
  finished: 'none was found',
  timeout: 'the run did not end in time',
  crashed: 'the run ended itself before the first',
  'output-limit': 'the run printed too much before the first',
  cancelled: 'the run was stopped',
};

const mostOfLine = 200;

/** A suite that can't be run is something else than one that passes. */
function noFailure({ end, results, outputTail }: TestReport): string {
  if (results.length > 0) return 'No test fails on the base.';
  const last = outputTail.trim().split('\n').at(-1)?.trim().slice(0, mostOfLine);
  return `No test ran on the base: ${endings[end]}${last ? `; it printed: ${last}` : ''}.`;
}

/** Without a named command: tied tests only, and of those the ones tied about as well as the best. */
function tied(judged: readonly Judged[]): Judged[] {
  const sure = judged.filter(
    ({ tie, environment }) => tie.strength >= (environment === null ? enough : enoughForEnvironment),
  );
  const able = sure.length > 0 ? sure : hinted(judged);
  const best = Math.max(0, ...able.map(({ tie }) => tie.strength));
  return able.filter(({ tie }) => tie.strength >= best * ofBest).sort(byTie);
}

/** A tie that settles which test is meant: the issue names it, or says what it says. */
const settles = 2;

/**
 * It fails at what the test itself does with a library, before the project's code is reached: a version that has
 * moved on, most likely. An assertion is about the project wherever it stands.
 */
const failsInTestAlone = ({ frames, message, status }: TestResult): boolean =>
  status !== 'timeout' &&
  frames.length > 0 &&
  frames.every(({ path }) => fileRole(path) === 'test') &&
  !/^(?:AssertionError|Failed)\b/.test(message ?? '');

/**
 * With a named command every failure counts, since whoever named it says so; except, while others remain: failures
 * of the machine (network, missing modules, rights) that nothing ties to the issue, all but those that the issue
 * plainly means where it means some, and failures that never reach the project's code. Projects whose suite is
 * red before anyone touches it are common, and a patch can't be asked to mend all that.
 */
function named(judged: readonly Judged[]): Judged[] {
  const real = judged.filter(
    ({ tie, environment }) => environment === null || tie.strength >= enoughForEnvironment,
  );
  const left = real.length > 0 ? real : judged;
  const best = Math.max(...left.map(({ tie }) => tie.strength));
  if (best >= settles) return left.filter(({ tie }) => tie.strength >= best * ofBest).sort(byTie);
  const reaching = left.filter(({ test }) => !failsInTestAlone(test));
  return [...(reaching.length > 0 ? reaching : left)].sort(byTie);
}

/**
 * Which of the base's failing tests show the issue. Many repositories have failures of their own (network,
 * versions): those must not be what a repair is judged by. Without `commandGiven` a test counts only when
 * something ties it to the issue: its name or message in the issue, a traceback or a way through the graph to a
 * place the issue points at, identifiers in common. A failure that is alone in a report still needs a tie.
 */
export async function chooseFailing(input: ChooseFailingInput): Promise<ChosenFailing> {
  const { issue, report, graph, locations, commandGiven } = input;
  const passing = report.results.filter(({ status }) => status === 'passed').map(({ id }) => id);
  const failures = report.results.filter(isFailure);
  if (failures.length === 0) return { failing: [], passing, why: noFailure(report) };
  if (report.runner === 'command')
    return {
      failing: failures,
      passing,
      why: `The command fails on the base; ${report.note ?? 'its exit status decides'}.`,
    };
  const clues = readIssue(issue);
  const judged: Judged[] = [];
  for (const test of failures.slice(0, mostFailing)) {
    const tie = await tieOf(test, { issueText: issue.text, clues, graph, locations });
    judged.push({ test, tie, environment: environmentCause(test) });
  }
  const chosen = commandGiven ? named(judged) : tied(judged);
  const tests = chosen.map(({ test }) => test);
  const rest = leftOut(judged, new Set(tests));
  const [first] = chosen;
  if (!first) return { failing: [], passing, why: `No failing test is tied to the issue.${rest}` };
  const why = commandGiven
    ? `${count(tests.length, 'test')} of the command given ${tests.length === 1 ? 'fails' : 'fail'} on the base.`
    : `\`${shortName(first.test.id)}\` fails on the base and ${first.tie.because}${tests.length > 1 ? `; ${count(tests.length - 1, 'more test')} like it` : ''}.`;
  return { failing: tests, passing, why: why + rest };
}
