import { MendError } from '../../../graph/kernel/errors.ts';
import type { TestReport } from '../../../toolkit/testing/types.ts';
import type { Testing } from '../../domain/session.ts';

const lastLines = (text: string): string => text.trim().split('\n').slice(-3).join(' / ') || 'nothing';

const wrong = (what: string, hint: string): MendError => new MendError('TEST_COMMAND', what, { hint });

/** A module that the command names and that is not there, as its tests' only failure says. */
function missingModule({ plan }: Testing, { results }: TestReport): string | undefined {
  const named = results.map(({ message }) => /No module named '([\w.]+)'/.exec(message ?? '')?.[1]);
  const [first] = named;
  if (first === undefined || results.some(({ status }) => status !== 'error')) return undefined;
  return plan.argv.some((word) => word === first || word.startsWith(`${first}.`)) ? first : undefined;
}

/** A program that is not there or can't be run, as shells and `env` say it. */
const notRun = new Set([126, 127]);

const shellComplains = /^sh: (?:line )?\d+: .*(?:syntax error|bad substitution)/im;

/** It fails for a reason that no change to the code takes away. */
function cannotRun({ plan }: Testing, { runner, exitCode, outputTail }: TestReport): boolean {
  if (runner !== 'command' || exitCode === null) return false;
  return notRun.has(exitCode) || (exitCode === 2 && plan.argv[0] === 'sh' && shellComplains.test(outputTail));
}

/**
 * Refuses a command of the user's that can show nothing.
 * @throws MendError `TEST_COMMAND` when it can't be run or runs no test, `TEST_PASSES_ALREADY` when none fails
 */
export function checkCommand(testing: Testing, report: TestReport): void {
  if (!testing.commandGiven || report.end !== 'finished') return;
  if (report.results.length === 0)
    throw wrong('the test command ran no test', `check --test; it printed: ${lastLines(report.outputTail)}`);
  if (cannotRun(testing, report))
    throw wrong("the test command can't be run", `check --test; it printed: ${lastLines(report.outputTail)}`);
  const missing = missingModule(testing, report);
  if (missing !== undefined)
    throw wrong(`the test command names ${missing}, which is not there`, 'check the name after --test');
  if (report.results.some(({ status }) => status !== 'passed' && status !== 'skipped')) return;
  throw new MendError('TEST_PASSES_ALREADY', 'every test of the command passes already', {
    hint: 'give --test a command that fails because of the issue, or leave it out',
  });
}
