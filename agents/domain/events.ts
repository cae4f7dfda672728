import type { Verdict } from './candidate.ts';

export const stages = ['prepare', 'reproduce', 'locate', 'suggest', 'fix', 'validate', 'rank'] as const;

export type Stage = (typeof stages)[number];

/** What a run tells while it goes on. */
export type RunEvent =
  | { readonly type: 'stage'; readonly stage: Stage; readonly text: string }
  | {
      readonly type: 'progress';
      readonly stage: Stage;
      readonly text: string;
      readonly done: number;
      readonly total?: number;
    }
  | {
      readonly type: 'candidate';
      readonly done: number;
      readonly total: number;
      readonly verdict: Verdict;
      readonly summary: string;
    };

export type OnRunEvent = (event: RunEvent) => void;
