import { lstatSync, readdirSync, type Stats } from 'node:fs';
import {
  chmod,
  constants,
  copyFile,
  lstat,
  mkdir,
  readFile,
  readlink,
  symlink,
  unlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { removeFolder } from '../sandbox/remove-folder.ts';

interface Known {
  readonly size: number;
  readonly ctimeMs: number;
}

/** What a checkout held when it was last known to equal the base. `ctime` can't be set by a program. */
export interface Manifest {
  readonly files: Map<string, Known>;
  /** When it was handed out; nobody wrote to it before, milliseconds since the epoch. */
  sealedAt: number;
}

const known = ({ size, ctimeMs }: Stats): Known => ({ size, ctimeMs });

/**
 * Two changes within one tick of the file system's clock bear the same time, so a file that was younger when it
 * was handed out may have been changed without a trace. Ticks are 10 ms at most, or a second where only whole
 * seconds are kept.
 */
const settled = ({ ctimeMs }: Known, sealedAt: number): boolean =>
  sealedAt - ctimeMs > (ctimeMs % 1_000 === 0 ? 2_000 : 100);

const copiesAtOnce = 16;
const foldersAtOnce = 64;

async function copyEntry(from: string, to: string): Promise<Stats> {
  const source = await lstat(from);
  if (source.isSymbolicLink()) await symlink(await readlink(from), to);
  else await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  return lstat(to);
}

/** Fills a folder, emptied first, with the base. */
export async function fill(base: string, root: string, paths: readonly string[]): Promise<Manifest> {
  const files: Manifest['files'] = new Map();
  // A process killed earlier may have had the same number, and left a folder of this name.
  await removeFolder(root);
  await mkdir(root, { recursive: true });
  for (const folder of foldersOf(paths)) await mkdir(join(root, folder), { recursive: true });
  const queue = [...paths];
  const work = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop())
      files.set(path, known(await copyEntry(join(base, path), join(root, path))));
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  return { files, sealedAt: Date.now() };
}

async function same(base: string, root: string, path: string, found: Stats): Promise<boolean> {
  const source = await lstat(join(base, path));
  if (source.isSymbolicLink())
    return (
      found.isSymbolicLink() && (await readlink(join(base, path))) === (await readlink(join(root, path)))
    );
  if (!found.isFile() || found.size !== source.size) return false;
  if ((found.mode & 0o777) !== (source.mode & 0o777)) return false;
  return (await readFile(join(root, path))).equals(await readFile(join(base, path)));
}

interface Walk {
  readonly base: string;
  readonly root: string;
  readonly manifest: Manifest;
  /** Folders that the base has. */
  readonly folders: ReadonlySet<string>;
  readonly seen: Set<string>;
}

const remove = (path: string, found: Stats): Promise<void> =>
  found.isDirectory() ? removeFolder(path) : unlink(path);

/** Puts one path right; `true` when it is a folder of the base, to be looked into. */
async function settle({ base, root, manifest, folders, seen }: Walk, path: string): Promise<boolean> {
  const { files, sealedAt } = manifest;
  const at = join(root, path);
  const found = lstatSync(at);
  if (found.isDirectory() && folders.has(path)) return true;
  const before = files.get(path);
  if (!before || found.isDirectory()) {
    await remove(at, found);
    return false;
  }
  seen.add(path);
  const untouched = found.isFile() && found.ctimeMs === before.ctimeMs && found.size === before.size;
  if (untouched && settled(before, sealedAt)) return false;
  if (await same(base, root, path, found)) files.set(path, known(found));
  else {
    await remove(at, found);
    files.set(path, known(await copyEntry(join(base, path), at)));
  }
  return false;
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at));
  return folders;
}

async function putRight(walk: Walk): Promise<void> {
  const queue = [''];
  let looked = 0;
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    looked += 1;
    // Thousands of files are looked at ten times as fast when nobody is asked to wait for each.
    if (looked % foldersAtOnce === 0) await setImmediate();
    await chmod(join(walk.root, folder), 0o755).catch(() => undefined);
    for (const name of readdirSync(join(walk.root, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (await settle(walk, path)) queue.push(path);
    }
  }
}

/**
 * Makes `root` equal to the base again: what was added is removed, what was changed or removed comes back.
 * Files are compared by what a program can't forge, and by content where that moved or is too young to tell.
 */
export async function restore(base: string, root: string, manifest: Manifest): Promise<void> {
  const { files } = manifest;
  const walk: Walk = { base, root, manifest, folders: foldersOf(files.keys()), seen: new Set() };
  await putRight(walk);
  for (const path of files.keys()) {
    if (walk.seen.has(path)) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    files.set(path, known(await copyEntry(join(base, path), join(root, path))));
  }
  manifest.sealedAt = Date.now();
}
