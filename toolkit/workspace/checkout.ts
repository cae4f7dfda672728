import { oneAtATime } from '../one-at-a-time.ts';
import { existing, planEdits } from './edits/plan-edits.ts';
import { checkEdits } from './edits/schema.ts';
import { type Changes, type FileState, isSameState, stateAt, statesAt } from './file-state.ts';
import { type Files, filesOf, filesOver } from './files.ts';
import type { Checkout } from './port.ts';
import type { Seat } from './seats.ts';
import type { Shadow } from './shadow.ts';

interface CheckoutParts {
  readonly pristine: string;
  readonly takeSeat: () => Promise<Seat>;
  readonly shadow: Shadow;
}

/** The files that edits and patches made, whether they are held in memory or in a folder. */
class Made {
  readonly #pristine: string;
  readonly #takeSeat: () => Promise<Seat>;
  /** By place; empty once there is a folder. */
  readonly #changes = new Map<string, FileState | null>();
  readonly #places = new Set<string>();
  #seat: Seat | undefined;

  constructor({ pristine, takeSeat }: CheckoutParts) {
    this.#pristine = pristine;
    this.#takeSeat = takeSeat;
  }

  get files(): Files {
    return this.#seat ? filesOf(this.#seat.root) : filesOver(this.#pristine, this.#changes);
  }

  async write(changes: Changes): Promise<void> {
    await this.files.write(changes);
    for (const place of changes.keys()) this.#places.add(place);
  }

  /** As they are now. */
  async present(): Promise<Changes> {
    return this.#seat ? statesAt(this.#seat.root, this.#places) : this.#changes;
  }

  /** At least those of `places` that differ from the base. */
  async statesOf(places: readonly string[]): Promise<Changes> {
    return this.#seat ? statesAt(this.#seat.root, places) : this.#changes;
  }

  async folder(): Promise<string> {
    this.#seat ??= await this.#sit();
    return this.#seat.root;
  }

  async reset(): Promise<void> {
    this.#forget();
    await this.#seat?.reset();
  }

  async release(): Promise<void> {
    this.#forget();
    const seat = this.#seat;
    this.#seat = undefined;
    await seat?.release();
  }

  #forget(): void {
    this.#changes.clear();
    this.#places.clear();
  }

  async #sit(): Promise<Seat> {
    const seat = await this.#takeSeat();
    try {
      await filesOf(seat.root).write(this.#changes);
    } catch (error) {
      await seat.release();
      throw error;
    }
    this.#changes.clear();
    return seat;
  }
}

/** A checkout that holds its changes alone, until somebody asks for its folder. */
export function makeCheckout(parts: CheckoutParts): Checkout {
  const { pristine, shadow } = parts;
  const made = new Made(parts);
  const inTurn = oneAtATime();
  return {
    folder: () => inTurn(() => made.folder()),
    read: (path) => inTurn(async () => (await existing(made.files, await made.files.locate(path))).bytes),
    edit: (edits) => inTurn(async () => made.write(await planEdits(made.files, checkEdits(edits)))),
    apply: (patch) =>
      inTurn(async () => made.write(await shadow.applied(patch, (paths) => made.statesOf(paths)))),
    diff: (paths) => inTurn(async () => shadow.diffOf(await made.present(), paths)),
    changes: () =>
      inTurn(async () => {
        const different = new Map<string, FileState | null>();
        for (const [place, file] of await made.present())
          if (!isSameState(file, await stateAt(pristine, place))) different.set(place, file);
        return different;
      }),
    reset: () => inTurn(() => made.reset()),
    release: () => inTurn(() => made.release()),
  };
}
