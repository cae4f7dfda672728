import type { ListQuery, RepairRequest, RunPage, RunView } from './schemas.ts';

/** What the routes need: repairs that are taken in, run in the background and asked about. */
export interface RepairService {
  /**
   * Records the run and queues it. Gives its id.
   * @throws MendError `PATH_OUTSIDE`, `NOT_FOUND` for the folder, `BUSY` when the queue is full
   */
  submit(request: RepairRequest): Promise<string>;
  get(runId: string): Promise<RunView | undefined>;
  list(query: ListQuery): Promise<RunPage>;
  /** Interrupts the run, or takes it out of the queue; a finished one stays as it is. */
  cancel(runId: string): Promise<RunView | undefined>;
  load(): { readonly running: number; readonly waiting: number };
}
