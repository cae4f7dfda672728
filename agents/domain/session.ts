import type { GraphStore } from '../../graph/store/port.ts';
import type { Questions } from '../../toolkit/ask-checkout.ts';
import type { TestPlan, TestRunner } from '../../toolkit/testing/types.ts';
import type { Checkout, Workspace } from '../../toolkit/workspace/port.ts';

export interface Testing {
  readonly plan: TestPlan;
  readonly runner: TestRunner;
  /** The user named the command; otherwise it was found. */
  readonly commandGiven: boolean;
}

/**
 * What a run holds open: each part is opened when first asked for and once only. A resumed run opens the very
 * same base again.
 */
export interface RunSession {
  workspace(): Promise<Workspace>;
  graph(): Promise<GraphStore>;
  /** Asks tools about a checkout of the workspace, as edited; to be closed, with its graph, when no more is asked. */
  ask(checkout: Checkout): Promise<Questions>;
  /** `undefined` when the repository has no tests that can be run. */
  testing(): Promise<Testing | undefined>;
  close(): Promise<void>;
}

/** The time that a run may take; counts active time, over all its resumptions. */
export interface RunBudget {
  /** Milliseconds in all. */
  readonly totalMs: number;
  /** Milliseconds left, 0 when it is used up. */
  remainingMs(): number;
  /** Aborted when the time is up or the user stops the run. */
  readonly signal: AbortSignal;
  /** Whether the time is what ended it: then what there is so far is ranked. A stopped run stays where it is. */
  timeIsUp(): boolean;
}
