import type { GraphStore } from '../../graph/store/port.ts';
import type { Coverage, TestReport, TestResult } from '../../toolkit/testing/types.ts';
import type { Candidate, Suggestion } from './candidate.ts';
import type { Issue } from './issue.ts';
import type { EntityLocation, Locations } from './location.ts';

/** What a run may look at: the graph and the pristine sources. Read-only. */
export interface RepositoryView {
  readonly graph: GraphStore;
  /** Text of a source file of the base, `undefined` when it is not there or is no text. */
  read(path: string): Promise<string | undefined>;
}

/** What running the tests on the base showed. */
export interface Reproduction {
  /** Tests that fail on the base and are taken to show the issue. */
  readonly failing: readonly TestResult[];
  /** Ids of tests that passed on the base. */
  readonly passing: readonly string[];
  /** By test id. */
  readonly coverage: Readonly<Record<string, Coverage>>;
  readonly report: TestReport;
}

export interface LocateInput {
  readonly issue: Issue;
  readonly repository: RepositoryView;
  /** `null` when no test was run. */
  readonly reproduction: Reproduction | null;
  readonly signal?: AbortSignal;
}

/** Role: says where the bug may be. At most `limit` files and entities. */
export interface Localizer {
  locate(input: LocateInput): Promise<Locations>;
}

export interface SuggestInput extends LocateInput {
  readonly locations: Locations;
  /** The location set this branch works on. */
  readonly entities: readonly EntityLocation[];
}

/** Role: says what kind of change each place may need, most promising first. */
export interface Suggester {
  suggest(input: SuggestInput): Promise<readonly Suggestion[]>;
}

export interface FixInput extends SuggestInput {
  readonly suggestions: readonly Suggestion[];
  /** Most candidates wanted. */
  readonly limit: number;
}

/** Role: writes the changes, most promising first, none twice. */
export interface Fixer {
  fix(input: FixInput): Promise<readonly Candidate[]>;
}

export interface Roles {
  readonly localizer: Localizer;
  readonly suggester: Suggester;
  readonly fixer: Fixer;
}
