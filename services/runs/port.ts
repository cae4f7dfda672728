import type { RunEvent } from '../../agents/domain/events.ts';
import type { RunMemory } from '../../agents/domain/memory.ts';
import type { ErrorCode } from '../../graph/kernel/errors.ts';
import type { SandboxName } from '../../toolkit/sandbox/choice.ts';

export const runStates = ['queued', 'running', 'interrupted', 'finished', 'failed', 'cancelled'] as const;

export type RunState = (typeof runStates)[number];

export const outcomes = ['validated', 'unvalidated', 'located', 'failed'] as const;

export type Outcome = (typeof outcomes)[number];

export interface RepairOptions {
  /** As a person would type it. */
  readonly testCommand?: string;
  readonly maxTimeSeconds: number;
  readonly sandbox?: SandboxName;
  /** Interpreter to run the tests with. */
  readonly python?: string;
  /** Absolute path of a file with settings. */
  readonly config?: string;
  /** What the folder was taken from, if it is none of the user's; `commit` of a git repository. */
  readonly source?: { readonly name: string; readonly commit: string | null };
}

export interface RunError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

export interface RunRecord {
  readonly id: string;
  readonly state: RunState;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Absolute path of the user's folder, or of ours with the files of `options.source`. */
  readonly root: string;
  readonly title: string;
  readonly issueText: string;
  readonly options: RepairOptions;
  /** Time spent on it, over all its resumptions, milliseconds. */
  readonly activeMs: number;
  readonly outcome: Outcome | null;
  readonly error: RunError | null;
}

export interface NewRun {
  readonly root: string;
  readonly title: string;
  readonly issueText: string;
  readonly options: RepairOptions;
}

export interface RunEnd {
  readonly state: RunState;
  readonly outcome?: Outcome;
  readonly error?: RunError;
}

export interface RunPageQuery {
  readonly limit: number;
  /** Id of the last run of the page before. */
  readonly after?: string;
}

/** Where runs are recorded. Every write is durable when it returns. */
export interface RunStore {
  create(run: NewRun): RunRecord;
  get(id: string): RunRecord | undefined;
  /** Newest first. */
  list(query: RunPageQuery): readonly RunRecord[];
  /**
   * Makes this process the owner of a run that is queued, interrupted, or whose owner is gone.
   * @throws MendError `NOT_FOUND`; `RUN_STATE` when it has ended or another process is at it
   */
  claim(id: string): RunRecord;
  /** Runs that wait, or whose owner is gone. */
  abandoned(): readonly RunRecord[];
  spend(id: string, activeMs: number): void;
  /** Gives the run up, for good or to be resumed. What only a resumed run needs is dropped with one that has ended. */
  end(id: string, end: RunEnd): void;
  memory(id: string): RunMemory;
  record(id: string, event: RunEvent): void;
  /** In order of time, at most the last 1,000. */
  events(id: string): readonly RunEvent[];
  close(): void;
}
