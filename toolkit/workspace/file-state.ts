import { lstat, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** As git tells files apart; the bytes of a `link` are its target. */
export type FileMode = 'plain' | 'executable' | 'link';

export interface FileState {
  readonly bytes: Buffer;
  readonly mode: FileMode;
}

/** What files are to be, by path; `null`: gone. */
export type Changes = ReadonlyMap<string, FileState | null>;

/** The file or link at `place` below `root`; `null` where there is neither. */
export async function stateAt(root: string, place: string): Promise<FileState | null> {
  const path = join(root, place);
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink()) return { bytes: Buffer.from(await readlink(path)), mode: 'link' };
  if (!found?.isFile()) return null;
  return { bytes: await readFile(path), mode: found.mode & 0o111 ? 'executable' : 'plain' };
}

/** Whether the folder that `place` is in is really there, and not where a link leads. */
export async function isReallyIn(root: string, place: string): Promise<boolean> {
  const folder = dirname(place);
  const real = await realpath(join(root, folder)).catch(() => undefined);
  return real === join(await realpath(root), folder);
}

/** `stateAt` of each place; what is behind a link to a folder is not there, wherever that leads. */
export async function statesAt(
  root: string,
  places: Iterable<string>,
): Promise<Map<string, FileState | null>> {
  const states = new Map<string, FileState | null>();
  for (const place of places)
    states.set(place, (await isReallyIn(root, place)) ? await stateAt(root, place) : null);
  return states;
}

export const isSameState = (a: FileState | null, b: FileState | null): boolean =>
  a === b || (a !== null && b !== null && a.mode === b.mode && a.bytes.equals(b.bytes));
