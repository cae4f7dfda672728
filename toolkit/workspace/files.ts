import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { type Changes, type FileState, stateAt } from './file-state.ts';
import { isLink, locate } from './locate.ts';
import { replaceFiles } from './replace-files.ts';

/** The files of a checkout, in a folder or not yet in one. Paths that `find` takes are those that `locate` gave. */
export interface Files {
  /** Where a path leads, links followed. Throws `PATH_OUTSIDE`. */
  locate(path: string): Promise<string>;
  /** Whether the path itself is a link. */
  isLink(path: string): Promise<boolean>;
  /** `null` where there is no file. Throws `EDIT_REJECTED` for what is none and where none can be. */
  find(place: string): Promise<FileState | null>;
  /** All or none. */
  write(changes: Changes): Promise<void>;
}

const notRegular = (place: string, what: string): MendError =>
  new MendError('EDIT_REJECTED', `${place} ${what}`, {
    hint: 'name a file; where another is in its way, delete that one first, in a call of its own',
  });

const isFolder = (place: string): MendError => notRegular(place, 'is a folder');
const isBelowFile = (place: string): MendError => notRegular(place, 'lies below a file, not a folder');

async function findIn(root: string, place: string): Promise<FileState | null> {
  const found = await lstat(join(root, place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error.code === 'ENOTDIR' ? isBelowFile(place) : error;
  });
  if (!found) return null;
  if (found.isDirectory()) throw isFolder(place);
  if (!found.isFile()) throw notRegular(place, 'is no regular file');
  return stateAt(root, place);
}

/** The files of a folder. */
export function filesOf(root: string): Files {
  return {
    locate: (path) => locate(root, path),
    isLink: (path) => isLink(root, path),
    find: (place) => findIn(root, place),
    write: (changes) => replaceFiles(root, changes),
  };
}

function* foldersAbove(place: string): Generator<string> {
  for (let folder = dirname(place); folder !== '.'; folder = dirname(folder)) yield folder;
}

/** Whether all files of a folder of `base` have been deleted, so that it is a folder no more. */
async function isEmptied(base: string, place: string, changes: Changes): Promise<boolean> {
  const folders = [place];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of await readdir(join(base, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (changes.get(path) !== null) return false;
    }
  return true;
}

/**
 * What changes alone tell of a place: `null` where there is no file, `undefined` where the base has what there is.
 * Throws `EDIT_REJECTED` where no file can be.
 */
function findAmong(changes: Changes, place: string): FileState | null | undefined {
  const changed = changes.get(place);
  if (changed?.mode === 'link') throw notRegular(place, 'is no regular file');
  if (changed) return changed;
  if ([...changes].some(([path, file]) => file !== null && path.startsWith(`${place}/`)))
    throw isFolder(place);
  for (const folder of foldersAbove(place)) {
    const above = changes.get(folder);
    if (above) throw isBelowFile(place);
    if (above === null) return null;
  }
  return changed;
}

/** The files of the folder `base` with changes in memory before them. */
export function filesOver(base: string, changes: Map<string, FileState | null>): Files {
  return {
    locate: (path) => locate(base, path),
    isLink: (path) => isLink(base, path),
    async find(place) {
      const changed = findAmong(changes, place);
      if (changed !== undefined) return changed;
      const isDirectory = (await lstat(join(base, place)).catch(() => undefined))?.isDirectory();
      return isDirectory && (await isEmptied(base, place, changes)) ? null : findIn(base, place);
    },
    async write(more) {
      for (const [place, file] of more) changes.set(place, file);
    },
  };
}
