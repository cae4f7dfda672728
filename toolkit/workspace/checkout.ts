import { MendError } from '../../graph/kernel/errors.ts';
import { applyEdits } from './apply-edits.ts';
import { type FileState, type Files, filesOf, filesOver } from './files.ts';
import type { Checkout, Edit } from './port.ts';
import type { Seat } from './seats.ts';
import type { Shadow } from './shadow.ts';
import { decodeText } from './text-file.ts';

interface CheckoutParts {
  readonly pristine: string;
  readonly takeSeat: () => Promise<Seat>;
  readonly shadow: Shadow;
}

async function byPlace(files: Files, edits: readonly Edit[]): Promise<Map<string, Edit[]>> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) {
    const place = await files.locate(edit.path);
    groups.set(place, [...(groups.get(place) ?? []), edit]);
  }
  return groups;
}

async function existing(files: Files, place: string): Promise<FileState> {
  const found = await files.find(place);
  if (found) return found;
  throw new MendError('NOT_FOUND', `no file ${place}`);
}

async function edited(files: Files, edits: readonly Edit[]): Promise<Map<string, FileState>> {
  const changes = new Map<string, FileState>();
  for (const [place, own] of await byPlace(files, edits)) {
    const before = await existing(files, place);
    const { text, encode } = decodeText(before.bytes);
    changes.set(place, { ...before, bytes: encode(applyEdits(text, own)) });
  }
  return changes;
}

/** A checkout that holds its changes alone, until somebody asks for its folder. */
export function makeCheckout({ pristine, takeSeat, shadow }: CheckoutParts): Checkout {
  const changes = new Map<string, FileState | null>();
  let taken: Promise<Seat> | undefined;
  const sit = async (): Promise<Seat> => {
    const seat = await takeSeat();
    await filesOf(seat.root).write(changes);
    changes.clear();
    return seat;
  };
  const seated = (): Promise<Seat> => {
    taken ??= sit();
    return taken;
  };
  const files = async (): Promise<Files> => {
    const seat = await taken;
    return seat ? filesOf(seat.root) : filesOver(pristine, changes);
  };
  return {
    folder: async () => (await seated()).root,
    async read(path) {
      const own = await files();
      return (await existing(own, await own.locate(path))).bytes;
    },
    async edit(edits) {
      const own = await files();
      await own.write(await edited(own, edits));
    },
    apply: async (patch) => shadow.apply((await seated()).root, patch),
    async diff(paths) {
      const seat = await taken;
      return seat ? shadow.diff(seat.root, paths) : shadow.diffOf(changes, paths);
    },
    async reset() {
      changes.clear();
      await (await taken)?.reset();
    },
    async release() {
      changes.clear();
      const seat = taken;
      taken = undefined;
      await (await seat)?.release();
    },
  };
}
