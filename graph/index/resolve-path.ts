import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

export type ResolvedPath =
  | { readonly t: 'file'; readonly realPath: string }
  | { readonly t: 'gone' }
  | { readonly t: 'skipped'; readonly reason: string };

const isInside = (root: string, path: string): boolean =>
  path === root || path.startsWith(root === sep ? root : root + sep);

const outside: ResolvedPath = { t: 'skipped', reason: 'a symbolic link leads out of the folder' };

function failure(error: unknown): ResolvedPath {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { t: 'gone' };
  if (code === 'ELOOP') return { t: 'skipped', reason: 'a symbolic link that leads to itself' };
  return { t: 'skipped', reason: `cannot be looked at: ${message}` };
}

function followLink(root: string, path: string): ResolvedPath {
  try {
    const realPath = realpathSync(path);
    if (!isInside(root, realPath)) return outside;
    if (statSync(realPath).isFile()) return { t: 'file', realPath };
    return { t: 'skipped', reason: 'a symbolic link to a folder, whose files have paths of their own' };
  } catch (error) {
    const resolved = failure(error);
    return resolved.t === 'gone' ? { t: 'skipped', reason: 'a symbolic link to nothing' } : resolved;
  }
}

/** Finds where files really are, and refuses what is not below `root`, itself a real path. */
export function pathResolver(root: string): (path: string) => ResolvedPath {
  const folders = new Map<string, string>();
  const realFolder = (folder: string): string => {
    const known = folders.get(folder) ?? realpathSync(join(root, folder));
    folders.set(folder, known);
    return known;
  };
  return (path) => {
    try {
      // A folder on the way may have become a link since git saw it.
      const folder = realFolder(dirname(path));
      if (!isInside(root, folder)) return outside;
      const whole = join(folder, basename(path));
      const stats = lstatSync(whole);
      if (stats.isSymbolicLink()) return followLink(root, whole);
      if (stats.isDirectory()) return { t: 'skipped', reason: 'another git repository; index it by itself' };
      return stats.isFile() ? { t: 'file', realPath: whole } : { t: 'skipped', reason: 'not a regular file' };
    } catch (error) {
      return failure(error);
    }
  };
}
