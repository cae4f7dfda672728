import { join } from 'node:path';
import { fill, restore } from './restore.ts';

/** A folder with the base's files, for a checkout in which something is to run. */
export interface Seat {
  readonly root: string;
  /** Back to the base, whatever happened inside. */
  reset(): Promise<void>;
  /** As `reset`, and then the next who asks has it. */
  release(): Promise<void>;
}

/** As many folders as were ever in use at the same time; one that was given back is handed out again. */
export function makeSeats(dir: string, pristine: string, paths: readonly string[]): () => Promise<Seat> {
  const free: Seat[] = [];
  let made = 0;
  const make = async (): Promise<Seat> => {
    made += 1;
    const root = join(dir, `checkout-${process.pid}-${made}`);
    const manifest = await fill(pristine, root, paths);
    const seat: Seat = {
      root,
      reset: () => restore(pristine, root, manifest),
      async release() {
        await seat.reset();
        free.push(seat);
      },
    };
    return seat;
  };
  return async () => free.pop() ?? (await make());
}
