import type { SandboxResult } from '../sandbox/port.ts';
import { renderCommandLine } from './command-line.ts';
import type { JunitResults } from './junit/parse-junit.ts';
import type { ReportLines } from './report-lines.ts';
import type { TestReport, TestRequest, TestResult, TestStatus } from './types.ts';

const tailLength = 4_000;

const outputTail = ({ stdout, stderr }: SandboxResult): string =>
  [stdout.trimEnd(), stderr.trimEnd()]
    .filter((text) => text !== '')
    .join('\n')
    .slice(-tailLength);

function endOf({ end }: SandboxResult, { ended, hang }: ReportLines): TestReport['end'] {
  if (end === 'timeout' || end === 'output-limit' || end === 'cancelled') return end;
  if (ended && end === 'exited') return 'finished';
  return hang === null ? 'crashed' : 'timeout';
}

const howItEnded = ({ exitCode, signal }: SandboxResult): string =>
  signal ? `the process died of ${signal}` : `the process ended itself with status ${exitCode}`;

/** The test that was running when everything ended: it is the one to tell about. */
function interrupted(
  id: string,
  end: TestReport['end'],
  result: SandboxResult,
  { hang }: ReportLines,
  seconds: number,
): TestResult {
  const timedOut = end === 'timeout' || end === 'cancelled';
  const why = timedOut ? 'it was still running when the time was over' : howItEnded(result);
  const rest = hang ?? outputTail(result);
  return {
    id,
    status: timedOut ? 'timeout' : 'error',
    seconds,
    message: `${why}\n${rest}`.slice(0, tailLength).trimEnd(),
    frames: [],
  };
}

/** The report of a run by one of our adapters: its lines, checked against how the process ended. */
export function toReport(request: TestRequest, lines: ReportLines, result: SandboxResult): TestReport {
  const end = endOf(result, lines);
  const results = [...lines.results.values()];
  if (lines.running !== null && end !== 'finished') {
    const before = results.reduce((total, { seconds }) => total + seconds, 0);
    const seconds = Math.max(0, result.wallMs / 1000 - before);
    results.push(interrupted(lines.running, end, result, lines, seconds));
  }
  return {
    runner: request.plan.runner,
    end,
    exitCode: result.exitCode,
    results,
    coverage: Object.fromEntries(lines.coverage),
    outputTail: outputTail(result),
    seconds: result.wallMs / 1000,
  };
}

function commandStatus({ end, exitCode }: SandboxResult): TestStatus {
  if (end === 'exited') return exitCode === 0 ? 'passed' : 'failed';
  return end === 'timeout' || end === 'cancelled' ? 'timeout' : 'error';
}

/** The report of a command of which only the exit status tells anything. */
export function toCommandReport(request: TestRequest, result: SandboxResult): TestReport {
  const { end } = result;
  const status = commandStatus(result);
  const seconds = result.wallMs / 1000;
  const tail = outputTail(result);
  const why = end === 'timeout' ? 'the time was over' : howItEnded(result);
  return {
    runner: 'command',
    end: end === 'exited' ? 'finished' : end === 'signalled' ? 'crashed' : end,
    exitCode: result.exitCode,
    results: [
      {
        id: renderCommandLine(request.plan.argv),
        status,
        seconds,
        message: status === 'passed' ? null : `${why}\n${tail}`.slice(0, tailLength).trimEnd(),
        frames: [],
      },
    ],
    coverage: {},
    outputTail: tail,
    seconds,
  };
}

/** Whether `only` has the id or a name that it begins with, and `except` has it not. */
function isAskedFor({ only, except = [] }: TestRequest): (id: string) => boolean {
  const [wanted, left] = [only && new Set(only), new Set(except)];
  return (id) => {
    if (left.has(id)) return false;
    if (!wanted || wanted.has(id)) return true;
    for (let dot = id.indexOf('.'); dot >= 0; dot = id.indexOf('.', dot + 1))
      if (wanted.has(id.slice(0, dot))) return true;
    return false;
  };
}

/** The report of a command that writes one itself; where it did not, only its exit status tells anything. */
export function toJunitReport(
  request: TestRequest,
  result: SandboxResult,
  { results, complaint }: JunitResults,
): TestReport {
  const { junit = '' } = request.plan;
  const status = toCommandReport(request, result);
  if (results.length === 0) {
    const why = complaint ?? 'it has no tests';
    return { ...status, note: `the exit status decides, since the report ${junit} is of no use: ${why}` };
  }
  const { end, exitCode, outputTail, seconds } = status;
  const asked = isAskedFor(request);
  return {
    runner: 'junit',
    end,
    exitCode,
    results: results.filter(({ id }) => asked(id)),
    coverage: {},
    outputTail,
    seconds,
    ...(complaint !== null && { note: `the report ${junit} was read only in part: ${complaint}` }),
  };
}
