import { renderCommandLine } from './command-line.ts';
import { proofFiles } from './proof-files.ts';
import type { TestFiles } from './test-files.ts';
import {
  runsSingleTests,
  type TestPlan,
  type TestReport,
  type TestResult,
  type TestRunner,
} from './types.ts';

/** One run that was to show that tests run here. */
export interface Try {
  /** What was run: the id of a file, or the command. */
  readonly ran: string;
  readonly end: TestReport['end'];
  readonly tests: number;
  readonly seconds: number;
}

export interface Proof {
  /** `passed`: a test passed. `ran`: tests ran, and none passed. `none`: none ran. */
  readonly outcome: 'passed' | 'ran' | 'none';
  /** The test that shows it; `null` when none ran. */
  readonly test: TestResult | null;
  readonly tries: readonly Try[];
  /** The end of what the last one printed. */
  readonly outputTail: string;
  /** What the runner said of how the results came about. */
  readonly note: string | null;
}

export interface ProofRequest {
  readonly plan: TestPlan;
  readonly runner: TestRunner;
  /** Absolute path of the checkout to run in. */
  readonly checkout: string;
  readonly files: Pick<TestFiles, 'paths'>;
  readonly onTry: (what: string) => void;
  readonly signal?: AbortSignal;
}

const mostTries = 4;
const wallMs = 60_000;
/** A command can't be told to run less. */
const commandWallMs = 180_000;
const testMs = 20_000;

const rank: Readonly<Record<TestResult['status'], number>> = {
  passed: 3,
  failed: 2,
  skipped: 1,
  timeout: 0,
  error: 0,
};

const best = (results: readonly TestResult[]): TestResult | null =>
  results.reduce<TestResult | null>(
    (found, next) => (found === null || rank[next.status] > rank[found.status] ? next : found),
    null,
  );

const better = (one: TestResult | null, other: TestResult | null): TestResult | null =>
  best([one, other].filter((each) => each !== null));

/** A test that failed has run; one that could not be loaded has not, and a command that failed does not tell. */
function outcomeOf(test: TestResult | null, { runner }: TestReport): Proof['outcome'] {
  if (test?.status === 'passed') return 'passed';
  return test?.status === 'failed' && runner !== 'command' ? 'ran' : 'none';
}

/** What the reader should know of a run: the runner's own word, and what a command's end leaves open. */
function noteOf({ note, runner, exitCode }: TestReport, outcome: Proof['outcome']): string | null {
  const open = runner === 'command' && outcome === 'none' && exitCode !== null;
  const status = open
    ? `the command ended with status ${exitCode}, which does not tell whether a test ran`
    : undefined;
  return [note, status].filter((each) => each !== undefined).join('; ') || null;
}

function nothingFound({ plan }: ProofRequest): Proof {
  const note = `no file of tests was found that ${plan.runner} would run`;
  return { outcome: 'none', test: null, tries: [], outputTail: '', note };
}

/** Runs small files of tests, a few at most, until a test passes; or the command itself, where it runs only as a whole. */
export async function prove(request: ProofRequest): Promise<Proof> {
  const { plan, runner, checkout, files, onTry, signal } = request;
  const single = runsSingleTests(plan.runner);
  const ids = single ? await proofFiles(checkout, plan, files, mostTries) : [renderCommandLine(plan.argv)];
  const tries: Try[] = [];
  let proof = nothingFound(request);
  for (const id of ids) {
    onTry(id);
    const report = await runner.run({
      ...{ plan, checkout, testMs },
      wallMs: single ? wallMs : commandWallMs,
      ...(single && { only: [id] }),
      ...(signal && { signal }),
    });
    const { end, results, seconds, outputTail } = report;
    tries.push({ ran: id, end, tests: results.length, seconds });
    const test = better(proof.test, best(results));
    const outcome = test === proof.test ? proof.outcome : outcomeOf(test, report);
    proof = { outcome, test, tries, outputTail, note: noteOf(report, outcome) };
    if (outcome === 'passed' || signal?.aborted) break;
  }
  return proof;
}
