import { StateSchema } from '@langchain/langgraph';
import { z } from 'zod';

/**
 * What the checkpoints hold: where the run is, and nothing that is large. Everything else is in the run's
 * memory, by name.
 */
export const repairState = new StateSchema({
  /** 1 at first; each further round takes the next location sets. */
  round: z.int().min(1).default(1),
});

export interface RepairUpdate {
  readonly round?: number;
}

export interface RepairState {
  readonly round: number;
}

/** Input of one parallel branch: the location set that it works on, counted from 0 over all rounds. */
export interface BranchInput {
  readonly set: number;
}
