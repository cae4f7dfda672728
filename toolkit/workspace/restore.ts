import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

interface Known {
  readonly size: number;
  readonly ctimeMs: number;
}

/** What a checkout held when it was last known to equal the base. `ctime` can't be set by a program. */
export type Manifest = Map<string, Known>;

const known = ({ size, ctimeMs }: Stats): Known => ({ size, ctimeMs });

async function copyEntry(from: string, to: string): Promise<Stats> {
  const source = await lstat(from);
  await mkdir(dirname(to), { recursive: true });
  if (source.isSymbolicLink()) await symlink(await readlink(from), to);
  else await writeFile(to, await readFile(from), { mode: source.mode & 0o777 });
  return lstat(to);
}

/** Fills an empty folder with the base. */
export async function fill(base: string, root: string, paths: readonly string[]): Promise<Manifest> {
  const manifest: Manifest = new Map();
  await mkdir(root, { recursive: true });
  const queue = [...paths];
  const work = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop())
      manifest.set(path, known(await copyEntry(join(base, path), join(root, path))));
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return manifest;
}

async function same(base: string, root: string, path: string, found: Stats): Promise<boolean> {
  const source = await lstat(join(base, path));
  if (source.isSymbolicLink())
    return (
      found.isSymbolicLink() && (await readlink(join(base, path))) === (await readlink(join(root, path)))
    );
  if (!found.isFile() || found.size !== source.size) return false;
  if ((found.mode & 0o111) !== (source.mode & 0o111)) return false;
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

const forced = { recursive: true, force: true } as const;

async function settle({ base, root, manifest, folders, seen }: Walk, path: string): Promise<boolean> {
  const at = join(root, path);
  const found = await lstat(at);
  if (found.isDirectory()) {
    if (folders.has(path)) return true;
    await rm(at, forced);
    return false;
  }
  const before = manifest.get(path);
  if (!before) {
    await rm(at, forced);
    return false;
  }
  seen.add(path);
  if (found.isFile() && found.ctimeMs === before.ctimeMs && found.size === before.size) return false;
  if (await same(base, root, path, found)) manifest.set(path, known(found));
  else {
    await rm(at, forced);
    manifest.set(path, known(await copyEntry(join(base, path), at)));
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

/**
 * Makes `root` equal to the base again: what was added is removed, what was changed or removed comes back.
 * Files are compared by what a program can't forge, and by content where that moved.
 */
export async function restore(base: string, root: string, manifest: Manifest): Promise<void> {
  const walk: Walk = { base, root, manifest, folders: foldersOf(manifest.keys()), seen: new Set() };
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    await chmod(join(root, folder), 0o755).catch(() => undefined);
    const names = await readdir(join(root, folder));
    for (const name of names) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (await settle(walk, path)) queue.push(path);
    }
  }
  for (const path of manifest.keys())
    if (!walk.seen.has(path)) {
      await rm(join(root, path), forced);
      manifest.set(path, known(await copyEntry(join(base, path), join(root, path))));
    }
}
