import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MendError } from '../../../graph/kernel/errors.ts';
import { parses } from '../../../graph/parse/python-parser.ts';
import type { TestReport, TestResult } from '../../../toolkit/testing/types.ts';
import type { Checkout, Workspace } from '../../../toolkit/workspace/port.ts';
import type { Candidate, Evidence, Verdict } from '../../domain/candidate.ts';
import type { Judged } from '../../domain/memory.ts';
import type { Reproduction } from '../../domain/roles.ts';
import type { Testing } from '../../domain/session.ts';
import type { Limits } from './limits.ts';

export interface JudgeInput {
  readonly workspace: Workspace;
  readonly testing: Testing;
  readonly reproduction: Reproduction;
  /** Whether a file judges candidates, so that none may change it. */
  readonly judges: (path: string) => boolean;
  readonly limits: Limits;
  /** Ids of tests that passed on the base and must still pass. */
  readonly regressions: readonly string[];
  readonly signal: AbortSignal;
}

const messageLength = 600;

const statusOf = (report: TestReport) => new Map(report.results.map(({ id, status }) => [id, status]));

const idsOf = (tests: readonly TestResult[]) => tests.map(({ id }) => id);

async function run(
  { testing, limits, signal }: JudgeInput,
  checkout: Checkout,
  only: readonly string[],
  failFast: boolean,
) {
  return testing.runner.run({
    plan: testing.plan,
    checkout: await checkout.folder(),
    only,
    failFast,
    wallMs: limits.wallFor(only),
    testMs: limits.testMs,
    signal,
  });
}

interface Seen {
  readonly verdict: Verdict;
  readonly fixed?: readonly string[];
  readonly broken?: readonly string[];
  readonly regressionsRun?: number;
  readonly message?: string | null;
}

/** Python by its name, or a script that was there. */
const isPython = (path: string, before: string | undefined): boolean =>
  path.endsWith('.py') || before?.startsWith('#!') === true;

/** Whether no file that parsed, and no new one, fails to parse now. */
async function parsesStill(checkout: Checkout, { workspace }: JudgeInput): Promise<boolean> {
  for (const [path, after] of await checkout.changes()) {
    if (!after || after.mode === 'link') continue;
    const before = await readFile(join(workspace.pristine, path), 'utf8').catch(() => undefined);
    if (!isPython(path, before) || (before !== undefined && !(await parses(before)))) continue;
    if (!(await parses(after.bytes.toString('utf8')))) return false;
  }
  return true;
}

/** The reproduction tests, stopping at the first that does not pass. */
async function reproduce(input: JudgeInput, checkout: Checkout): Promise<Seen> {
  const ids = idsOf(input.reproduction.failing);
  const report = await run(input, checkout, ids, true);
  input.signal.throwIfAborted();
  const status = statusOf(report);
  const fixed = ids.filter((id) => status.get(id) === 'passed');
  if (fixed.length === ids.length) return { verdict: 'validated', fixed };
  const first = report.results.find((result) => result.status !== 'passed' && result.status !== 'skipped');
  const hung = report.end === 'timeout' || first?.status === 'timeout';
  return { verdict: hung ? 'timeout' : 'not-fixed', fixed, message: first?.message ?? report.outputTail };
}

/** The tests that passed on the base; one that fails now gets a second chance, since some are unsteady. */
async function regress(input: JudgeInput, checkout: Checkout): Promise<Seen> {
  const ids = input.regressions;
  if (ids.length === 0) return { verdict: 'validated', broken: [], regressionsRun: 0 };
  const first = statusOf(await run(input, checkout, ids, false));
  input.signal.throwIfAborted();
  const doubtful = ids.filter((id) => first.get(id) !== 'passed');
  const again = doubtful.length > 0 ? statusOf(await run(input, checkout, doubtful, false)) : new Map();
  input.signal.throwIfAborted();
  const broken = doubtful.filter((id) => again.get(id) !== 'passed');
  const verdict = broken.length > 0 ? 'regression' : 'validated';
  return { verdict, broken, regressionsRun: ids.length };
}

/** The patch as a reader would apply it: on a clean checkout, then the reproduction tests once more. */
async function confirm(input: JudgeInput, checkout: Checkout, patch: string): Promise<Seen> {
  await checkout.reset();
  await checkout.apply(patch);
  return reproduce(input, checkout);
}

async function tryOut(candidate: Candidate, input: JudgeInput, checkout: Checkout): Promise<[string, Seen]> {
  await checkout.edit(candidate.edits);
  const patch = await checkout.diff();
  if (patch === '') return ['', { verdict: 'does-not-apply', message: 'it changes nothing' }];
  const judging = [...(await checkout.changes()).keys()].find(input.judges);
  if (judging !== undefined)
    return ['', { verdict: 'does-not-apply', message: `it changes what judges it: ${judging}` }];
  if (!(await parsesStill(checkout, input))) return [patch, { verdict: 'does-not-parse' }];
  const reproduced = await reproduce(input, checkout);
  if (reproduced.verdict !== 'validated') return [patch, reproduced];
  const regressed = await regress(input, checkout);
  if (regressed.verdict !== 'validated') return [patch, { ...reproduced, ...regressed }];
  const confirmed = await confirm(input, checkout, patch);
  return [patch, { ...regressed, ...confirmed }];
}

function rejected(thrown: unknown): [string, Seen] {
  if (
    thrown instanceof MendError &&
    ['EDIT_REJECTED', 'PATCH_REJECTED', 'PATH_OUTSIDE', 'NOT_FOUND'].includes(thrown.code)
  )
    return ['', { verdict: 'does-not-apply', message: thrown.message }];
  throw thrown;
}

function toEvidence(candidate: Candidate, seen: Seen, input: JudgeInput, seconds: number): Evidence {
  const fixed = seen.fixed ?? [];
  const broken = seen.broken ?? [];
  const regressionsRun = seen.regressionsRun ?? 0;
  return {
    candidateId: candidate.id,
    verdict: seen.verdict,
    fixed,
    stillFailing: idsOf(input.reproduction.failing).filter((id) => !fixed.includes(id)),
    broken,
    regressionsPassed: regressionsRun - broken.length,
    regressionsRun,
    seconds,
    message: seen.message?.slice(0, messageLength) ?? null,
  };
}

/**
 * Tries one candidate on a clean checkout: it must apply, parse, make the reproduction tests pass, leave those
 * that passed passing, and do so again from its patch alone.
 * Throws only for what is no fault of the candidate: a stopped run, a full disk.
 */
export async function judge(candidate: Candidate, input: JudgeInput): Promise<Judged> {
  const start = performance.now();
  const checkout = await input.workspace.checkout();
  try {
    const [patch, seen] = await tryOut(candidate, input, checkout).catch(rejected);
    const seconds = Math.round(performance.now() - start) / 1_000;
    return { candidateId: candidate.id, patch, evidence: toEvidence(candidate, seen, input, seconds) };
  } finally {
    await checkout.release();
  }
}
