import { mkdtemp, realpath, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Logger } from '../../graph/kernel/logger.ts';
import { defaultLimits, type Sandbox, type SandboxRequest } from '../sandbox/port.ts';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { type InterpreterFolders, interpreterFolders } from './interpreter.ts';
import { pythonEnvironment } from './python-environment.ts';
import { type Recognised, recognise } from './recognise.ts';
import { readReportLines } from './report-lines.ts';
import { toCommandReport, toReport } from './to-report.ts';
import type { TestReport, TestRequest, TestRunner } from './types.ts';

/** Absolute folder of our Python sources, the same from sources and from `dist/`. */
const adapters = fileURLToPath(new URL('./python', import.meta.url));

export interface TestRunnerOptions {
  readonly sandbox: Sandbox;
  readonly logger: Logger;
}

/** Folders to import from, as `python -m pytest` has the root; a `src` layout needs the other too. */
async function importPaths(checkout: string): Promise<readonly string[]> {
  const source = join(checkout, 'src');
  const found = await stat(source).catch(() => null);
  return found?.isDirectory() ? [source, checkout] : [checkout];
}

/** What `mendgraph_main.py` is told. */
async function specFor(request: TestRequest, { runner, args }: Recognised, scratch: string) {
  return {
    runner,
    args,
    only: request.only ?? null,
    failFast: request.failFast ?? false,
    coverage: request.coverage ?? false,
    testSeconds: request.testMs / 1000,
    root: request.checkout,
    paths: await importPaths(request.checkout),
    report: join(scratch, 'report.jsonl'),
    scratch: join(scratch, 'cache'),
  };
}

const nothingToRun = (request: TestRequest): TestReport => ({
  runner: request.plan.runner,
  end: 'finished',
  exitCode: 0,
  results: [],
  coverage: {},
  outputTail: '',
  seconds: 0,
});

type Common = Omit<SandboxRequest, 'argv' | 'writable'>;

function common(request: TestRequest, python: string | null, folders: InterpreterFolders): Common {
  return {
    cwd: request.checkout,
    env: { ...pythonEnvironment(folders), ...request.plan.env },
    path: python ? [dirname(python)] : [],
    readable: [...folders.readable, adapters],
    limits: { ...defaultLimits, wallMs: request.wallMs },
    ...(request.signal ? { signal: request.signal } : {}),
  };
}

/**
 * Runs tests in `sandbox`: pytest and unittest by adapters of ours that report each test as it ends, any other
 * command as it is. Throws `TEST_COMMAND` for a command whose program is not there; whatever the tests do is in
 * the report.
 */
export function createTestRunner({ sandbox, logger }: TestRunnerOptions): TestRunner {
  const known = new Map<string, Promise<InterpreterFolders>>();
  const foldersOf = (python: string): Promise<InterpreterFolders> => {
    const found = known.get(python) ?? interpreterFolders(python);
    known.set(python, found);
    return found;
  };

  async function runAdapter(request: TestRequest, recognised: Recognised, python: string) {
    const folders = await foldersOf(python);
    const scratch = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-test-')));
    try {
      const spec = await specFor(request, recognised, scratch);
      await writeFile(join(scratch, 'spec.json'), JSON.stringify(spec));
      const result = await sandbox.run({
        ...common(request, python, folders),
        argv: [python, ...recognised.flags, join(adapters, 'mendgraph_main.py'), join(scratch, 'spec.json')],
        writable: [request.checkout, scratch],
      });
      return toReport(request, await readReportLines(spec.report), result);
    } finally {
      await removeFolder(scratch);
    }
  }

  async function runCommand(request: TestRequest) {
    const { python, argv } = request.plan;
    const folders = python ? await foldersOf(python) : { readable: [], environment: null };
    const result = await sandbox.run({
      ...common(request, python, folders),
      argv,
      writable: [request.checkout],
    });
    return toCommandReport(request, result);
  }

  async function run(request: TestRequest): Promise<TestReport> {
    const { plan, only } = request;
    if (plan.runner === 'command') return runCommand(request);
    const recognised = recognise(plan.argv);
    if (!recognised || plan.python === null)
      throw new MendError('INTERNAL', `the plan says ${plan.runner}, but its command does not`);
    return only?.length === 0 ? nothingToRun(request) : runAdapter(request, recognised, plan.python);
  }

  return {
    async run(asked) {
      const checkout = await realpath(asked.checkout);
      const report = await run({ ...asked, checkout });
      logger.debug('tests ran', {
        runner: report.runner,
        end: report.end,
        tests: report.results.length,
        seconds: report.seconds,
      });
      return report;
    },
  };
}
