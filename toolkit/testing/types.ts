export type TestStatus = 'passed' | 'failed' | 'error' | 'skipped' | 'timeout';

/** A line of the project's own code that a traceback went through, outermost first. */
export interface Frame {
  readonly path: string;
  readonly line: number;
  readonly function: string;
}

/** One test, as its runner names it: pytest's node id, or unittest's `module.Class.test`. */
export interface TestResult {
  readonly id: string;
  readonly status: TestStatus;
  readonly seconds: number;
  /** `ExceptionType: message` and the end of the traceback, at most 4,000 characters; `null` when it passed. */
  readonly message: string | null;
  readonly frames: readonly Frame[];
}

/** Lines that ran, by path. Both relative to the repository, 1-based, ascending. */
export type Coverage = Readonly<Record<string, readonly number[]>>;

export type RunnerKind = 'pytest' | 'unittest' | 'command';

export interface TestReport {
  readonly runner: RunnerKind;
  /** `finished`: the runner came to its own end. Otherwise results are those seen until then. */
  readonly end: 'finished' | 'timeout' | 'crashed' | 'output-limit' | 'cancelled';
  readonly exitCode: number | null;
  /** In order of running. For `command` one result, named after the command. */
  readonly results: readonly TestResult[];
  /** By test id; only when asked for, and only for pytest and unittest. */
  readonly coverage: Readonly<Record<string, Coverage>>;
  /** The end of what was printed, at most 4,000 characters. */
  readonly outputTail: string;
  readonly seconds: number;
}

/** How this repository's tests are run. `argv` is what a person would type. */
export interface TestPlan {
  readonly runner: RunnerKind;
  readonly argv: readonly [string, ...string[]];
  /** Variables that the command sets, as in `A=1 pytest`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute path of the interpreter; `null` for a `command` that needs none. */
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
   * unittest. Absent: all that the plan names.
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
