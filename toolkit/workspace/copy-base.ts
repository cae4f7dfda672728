import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  readFile,
  readlink,
  realpath,
  symlink,
  unlink,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';

/** Bytes of all files together; a larger folder is no source checkout. */
const mostBytes = 4 * 2 ** 30;

const copiesAtOnce = 16;

export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  readonly paths: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Copied {
  /** Paths that were copied: regular files and symlinks that stay inside. */
  readonly paths: readonly string[];
  /** Hash over paths, modes and contents. */
  readonly tree: string;
}

const linkMark = 'link ';

const inside = (root: string, path: string): boolean => path.startsWith(root + sep);

async function copyLink(from: string, to: string, path: string): Promise<string | undefined> {
  const target = await realpath(join(from, path)).catch(() => undefined);
  const link = await readlink(join(from, path));
  if (target === undefined || !inside(from, target) || link.startsWith('/')) return undefined;
  await symlink(link, join(to, path));
  return linkMark + link;
}

/** Larger files are not taken into memory, bytes. */
const mostInMemory = 2 ** 20;

async function hashOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  if (size <= mostInMemory) return hash.update(await readFile(path)).digest('hex');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

const isRefusal = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A file that we may not read, or that has just gone, is none of the base's. */
async function copyFileTo(from: string, to: string, { mode, size }: Stats): Promise<string | undefined> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  const ours = mode & 0o111 ? 0o755 : 0o644;
  if ((mode & 0o7777) !== ours) await chmod(to, ours);
  return `${ours.toString(8)} ${await hashOf(to, size)}`;
}

type MakeFolder = (folder: string) => Promise<boolean>;

/** Makes each folder once; `false` where the one it is a copy of leads outside. */
function folderMaker({ from, to }: CopyRequest): MakeFolder {
  const made = new Map<string, Promise<boolean>>();
  const make = async (folder: string): Promise<boolean> => {
    const real = await realpath(join(from, folder)).catch(() => undefined);
    if (real === undefined || (real !== from && !inside(from, real))) return false;
    await mkdir(join(to, folder), { recursive: true });
    return true;
  };
  return (folder) => {
    const known = made.get(folder) ?? make(folder);
    made.set(folder, known);
    return known;
  };
}

/** Copies one path and tells its mode and hash; `undefined` when it is gone, special, or leads outside. */
async function copyOne(
  { from, to }: CopyRequest,
  path: string,
  makeFolder: MakeFolder,
): Promise<string | undefined> {
  const found = await lstat(join(from, path)).catch(() => undefined);
  if (!found || found.isDirectory() || !(await makeFolder(dirname(path)))) return undefined;
  if (found.isSymbolicLink()) return copyLink(from, to, path);
  return found.isFile() ? copyFileTo(join(from, path), join(to, path), found) : undefined;
}

/**
 * Removes the links that lead out of the copy. One may stay inside the user's folder by a way that names the
 * folder itself, and out of the copy by the same; and each that goes may leave others without their target.
 */
async function dropStrayLinks(to: string, marks: Map<string, string>): Promise<void> {
  const root = await realpath(to);
  const links = new Set([...marks].filter(([, mark]) => mark.startsWith(linkMark)).map(([path]) => path));
  for (let before = -1; before !== links.size; ) {
    before = links.size;
    for (const path of links) {
      const target = await realpath(join(to, path)).catch(() => undefined);
      if (target !== undefined && inside(root, target)) continue;
      await unlink(join(to, path));
      links.delete(path);
      marks.delete(path);
    }
  }
}

async function checkSize({ from, paths }: CopyRequest): Promise<void> {
  let bytes = 0;
  for (const path of paths) {
    bytes += (await lstat(join(from, path)).catch(() => undefined))?.size ?? 0;
    if (bytes > mostBytes)
      throw new MendError('USAGE', `${from} holds more than ${mostBytes / 2 ** 30} GiB`, {
        hint: 'point --repo at the source checkout itself, or let git ignore the large files',
      });
  }
}

/**
 * Copies a folder's files to a new place, byte for byte; of modes only the executable bit.
 * `from` is a real path. Throws `DISK_FULL` through the system's error, `USAGE` when it is too large.
 */
export async function copyBase(request: CopyRequest): Promise<Copied> {
  await checkSize(request);
  await mkdir(request.to, { recursive: true });
  const marks = new Map<string, string>();
  const makeFolder = folderMaker(request);
  const queue = [...request.paths];
  const work = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      request.signal?.throwIfAborted();
      const mark = await copyOne(request, path, makeFolder);
      if (mark !== undefined) marks.set(path, mark);
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  await dropStrayLinks(request.to, marks);
  const paths = [...marks.keys()].sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0${marks.get(path)}\n`);
  return { paths, tree: hash.digest('hex').slice(0, 40) };
}
