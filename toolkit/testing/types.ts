export type TestStatus = 'passed' | 'failed' | 'error' | 'skipped' | 'timeout';

/** A line of the project's own code that a traceback went through, outermost first. */
export interface Frame {
  readonly path: string;
  readonly line: number;
  readonly function: string;
}

/** One test. */
export interface TestResult {
  /**
   * What `TestRequest.only` takes: pytest's node id; the dotted `module.Class.test` of unittest, Django and a JUnit
   * report; sympy's `path/to/test_x.py:test_name`.
   */
  readonly id: string;
  /** As the runner prints it, where that differs: `test_x (app.tests.Class)`. */
  readonly printed?: string;
  readonly status: TestStatus;
  readonly seconds: number;
  /** `ExceptionType: message` and the end of the traceback, at most 4,000 characters; `null` when it passed. */
  readonly message: string | null;
  readonly frames: readonly Frame[];
}

/** Lines that ran, by path. Both relative to the repository, 1-based, ascending. */
export type Coverage = Readonly<Record<string, readonly number[]>>;

/** Those that an adapter of ours runs: any of their tests can be run, and each is reported as it ends. */
export const adapted = ['pytest', 'unittest', 'django', 'sympy'] as const;

export type AdaptedKind = (typeof adapted)[number];

/** `junit`: a command that writes a report of its tests; `command`: one of which only the exit status tells. */
export type RunnerKind = AdaptedKind | 'junit' | 'command';

/** Whether single tests can be run; otherwise the command runs them all, and `only` picks from what it reports. */
export const runsSingleTests = (runner: RunnerKind): runner is AdaptedKind =>
  (adapted as readonly RunnerKind[]).includes(runner);

export interface TestReport {
  readonly runner: RunnerKind;
  /** `finished`: the runner came to its own end. Otherwise results are those seen until then. */
  readonly end: 'finished' | 'timeout' | 'crashed' | 'output-limit' | 'cancelled';
  readonly exitCode: number | null;
  /** In order of running. For `command` one result, named after the command; so too when a report is not written. */
  readonly results: readonly TestResult[];
  /** By test id; only when asked for, and only by an adapter. */
  readonly coverage: Readonly<Record<string, Coverage>>;
  /** The end of what was printed, at most 4,000 characters. */
  readonly outputTail: string;
  readonly seconds: number;
  /** The plan's; see there. */
  readonly idRoot?: string;
  /** What the reader should know of how the results came about. */
  readonly note?: string;
}

/** How this repository's tests are run. `argv` is what a person would type. */
export interface TestPlan {
  readonly runner: RunnerKind;
  readonly argv: readonly [string, ...string[]];
  /** Variables that the command or the configuration sets, as in `A=1 pytest`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folder to run it in, relative to the repository; the repository itself when absent. */
  readonly directory?: string;
  /** For `junit`: the report that it writes, relative to the repository. */
  readonly junit?: string;
  /** Ids of tests that are always left out. */
  readonly except?: readonly string[];
  /** Limits that the configuration sets, milliseconds; a request's wall limit holds all the same. */
  readonly limits?: { readonly testMs?: number; readonly wallMs?: number };
  /** Folder that dotted ids start from, relative to the repository; the repository itself when absent. */
  readonly idRoot?: string;
  /** Absolute path of the interpreter, or its name in the sandbox's image; `null` for a `command` that needs none. */
  readonly python: string | null;
  /** Why this runner and this interpreter, for the reader. */
  readonly because: string;
}

export interface TestRequest {
  readonly plan: TestPlan;
  /** Absolute path of the checkout to run in; it may be written to. */
  readonly checkout: string;
  /**
   * Test ids to run, or names that ids begin with: a file or `file::Class` of pytest, a module or class of
   * unittest and Django, a file of sympy. Absent: all that the plan names.
   */
  readonly only?: readonly string[];
  /** Ids of tests to leave out all the same. */
  readonly except?: readonly string[];
  /** Stop at the first test that does not pass. */
  readonly failFast?: boolean;
  readonly coverage?: boolean;
  /** Wall limit for the whole run and for one test, milliseconds. */
  readonly wallMs: number;
  readonly testMs: number;
  readonly signal?: AbortSignal;
}

/** Port: runs tests of a checkout in the sandbox. Never throws for what the tests do. */
export interface TestRunner {
  run(request: TestRequest): Promise<TestReport>;
}
