import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { locate } from './locate.ts';

/** A regular file. */
export interface FileState {
  readonly bytes: Buffer;
  readonly executable: boolean;
}

/** What files are to be, by path; `null`: gone. */
export type Changes = ReadonlyMap<string, FileState | null>;

/** The files of a checkout, in a folder or not yet in one. Paths that `find` takes are those that `locate` gave. */
export interface Files {
  /** Throws `PATH_OUTSIDE`. */
  locate(path: string): Promise<string>;
  /** `null` where there is none. Throws `EDIT_REJECTED` for what is no regular file. */
  find(place: string): Promise<FileState | null>;
  write(changes: Changes): Promise<void>;
}

const notRegular = (place: string, what: string): MendError =>
  new MendError('EDIT_REJECTED', `${place} ${what}`, { hint: 'name a file' });

async function findIn(root: string, place: string): Promise<FileState | null> {
  const found = await lstat(join(root, place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code === 'ENOTDIR') throw notRegular(place, 'lies below a file, not a folder');
    throw error;
  });
  if (!found) return null;
  if (!found.isFile()) throw notRegular(place, found.isDirectory() ? 'is a folder' : 'is no regular file');
  return { bytes: await readFile(join(root, place)), executable: (found.mode & 0o111) !== 0 };
}

/** A file that is there keeps its mode. */
async function put(path: string, { bytes, executable }: FileState): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes, { mode: executable ? 0o755 : 0o644 });
}

/** The files of a folder. */
export function filesOf(root: string): Files {
  return {
    locate: (path) => locate(root, path),
    find: (place) => findIn(root, place),
    async write(changes) {
      const all = [...changes];
      for (const [place] of all.filter(([, file]) => file === null))
        await rm(join(root, place), { force: true });
      for (const [place, file] of all) if (file !== null) await put(join(root, place), file);
    },
  };
}

/** The files of the folder `base` with changes in memory before them. */
export function filesOver(base: string, changes: Map<string, FileState | null>): Files {
  const below = (place: string): boolean =>
    [...changes].some(([path, file]) => file !== null && place.startsWith(`${path}/`));
  const above = (place: string): boolean =>
    [...changes].some(([path, file]) => file !== null && path.startsWith(`${place}/`));
  return {
    locate: (path) => locate(base, path),
    async find(place) {
      const changed = changes.get(place);
      if (changed !== undefined) return changed;
      if (below(place)) throw notRegular(place, 'lies below a file, not a folder');
      if (above(place)) throw notRegular(place, 'is a folder');
      return findIn(base, place);
    },
    async write(more) {
      for (const [place, file] of more) changes.set(place, file);
    },
  };
}
