import { realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Logger } from '../../graph/kernel/logger.ts';
import type { Sandbox } from '../sandbox/port.ts';
import { common, runCold, runWarm } from './adapter-run.ts';
import { type InterpreterFolders, interpreterFolders } from './interpreter.ts';
import { readReportFile, stampOf } from './junit/report-file.ts';
import { recognise } from './recognise.ts';
import { toCommandReport, toJunitReport } from './to-report.ts';
import { runsSingleTests, type TestReport, type TestRequest, type TestRunner } from './types.ts';
import { createWarmPool } from './warm-pool.ts';

export interface TestRunnerOptions {
  readonly sandbox: Sandbox;
  readonly logger: Logger;
  /** Folder for what runs need meanwhile, made where missing; the system's temporary one when absent. */
  readonly scratch?: string;
}

const nothingRan = (request: TestRequest): TestReport => ({
  runner: request.plan.runner,
  end: request.signal?.aborted ? 'cancelled' : 'finished',
  exitCode: null,
  results: [],
  coverage: {},
  outputTail: '',
  seconds: 0,
});

/** What the plan says of every run of its tests. The wall only ever comes nearer. */
function withPlansOwn(request: TestRequest): TestRequest {
  const { limits = {}, except = [] } = request.plan;
  return {
    ...request,
    testMs: limits.testMs ?? request.testMs,
    wallMs: Math.min(request.wallMs, limits.wallMs ?? request.wallMs),
    except: [...(request.except ?? []), ...except],
  };
}

/**
 * Runs tests in `sandbox`: pytest, unittest, Django's and sympy's runners by adapters of ours that report each test as
 * it ends, any other command as it is, with the results of the report that it writes if it writes one. Between runs of one checkout a server with the framework imported is kept ready for some
 * seconds; `close` ends those. Throws `TEST_COMMAND` for a command whose program is not there; whatever the tests
 * do is in the report.
 */
export function createTestRunner(options: TestRunnerOptions): TestRunner & { close(): Promise<void> } {
  const { sandbox, logger, scratch: parent = tmpdir() } = options;
  const known = new Map<string, Promise<InterpreterFolders>>();
  const foldersOf = (python: string): Promise<InterpreterFolders> => {
    const found = known.get(python) ?? interpreterFolders(python, sandbox.image);
    known.set(python, found);
    return found;
  };
  const pool = createWarmPool(sandbox, parent);

  async function runCommand(request: TestRequest) {
    const { python, argv } = request.plan;
    const folders = python ? await foldersOf(python) : { readable: [], environment: null };
    const { junit } = request.plan;
    const before = junit === undefined ? null : await stampOf(request.checkout, junit);
    const result = await sandbox.run({
      ...common(request, python, folders),
      argv,
      writable: [request.checkout],
    });
    if (junit === undefined) return toCommandReport(request, result);
    return toJunitReport(request, result, await readReportFile(request.checkout, junit, before));
  }

  async function run(request: TestRequest): Promise<TestReport> {
    const { plan, only } = request;
    if (!runsSingleTests(plan.runner)) return runCommand(request);
    const recognised = recognise(plan.argv);
    if (!recognised || plan.python === null)
      throw new MendError('INTERNAL', `the plan says ${plan.runner}, but its command does not`);
    if (only?.length === 0 || request.signal?.aborted) return nothingRan(request);
    const { python } = plan;
    const adapted = { request, recognised, python, folders: await foldersOf(python) };
    const warm = await runWarm(pool, adapted);
    if (warm) return warm;
    logger.debug('the test server ended, running without it', { checkout: request.checkout });
    return runCold(sandbox, parent, adapted);
  }

  return {
    close: () => pool.close(),
    async run(asked) {
      const checkout = await realpath(asked.checkout);
      const report = await run(withPlansOwn({ ...asked, checkout }));
      logger.debug('tests ran', {
        runner: report.runner,
        end: report.end,
        tests: report.results.length,
        seconds: report.seconds,
      });
      const { idRoot } = asked.plan;
      return idRoot === undefined ? report : { ...report, idRoot };
    },
  };
}
