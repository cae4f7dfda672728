/** One step of something that may take longer than two seconds. `total` is absent while unknown. */
export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total?: number;
}

export type OnProgress = (progress: Progress) => void;
