import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';

const outside = (path: string): MendError =>
  new MendError('PATH_OUTSIDE', `${path.replaceAll('\0', '\\0')} is outside the repository`, {
    hint: 'use a path relative to the root of the repository',
  });

const partsOf = (path: string): string[] => path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');

function refuseGit(path: string, parts: readonly string[]): void {
  if (!parts.some((part) => part.toLowerCase() === '.git')) return;
  throw new MendError('PATH_OUTSIDE', `${path} belongs to git, not to the sources`, {
    hint: 'edit files of the project alone',
  });
}

const exists = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined)) !== undefined;

/** The deepest of the path and the folders above it that is there. */
async function deepest(root: string, path: string): Promise<string> {
  let here = path;
  while (here !== '.' && !(await exists(join(root, here)))) here = dirname(here);
  return here;
}

/**
 * Where `path` leads below `root` (itself a real path), links followed: relative, of a file that is there or may be
 * made there.
 * @throws MendError `PATH_OUTSIDE` when it leads elsewhere or into `.git`
 */
export async function locate(root: string, path: string): Promise<string> {
  const parts = path.split(/[\\/]/);
  if (isAbsolute(path) || parts.includes('..') || path.includes('\0')) throw outside(path);
  refuseGit(path, parts);
  const plain = partsOf(path).join('/');
  if (plain === '') throw outside(path);
  const found = await deepest(root, plain);
  const real = await realpath(join(root, found)).catch(() => undefined);
  if (real === undefined || (real !== root && !real.startsWith(root + sep))) throw outside(path);
  const rest = found === '.' ? plain : plain.slice(found.length + 1);
  const place = join(relative(root, real), rest);
  refuseGit(path, place.split('/'));
  return place;
}

/** Whether `path`, which `locate` takes, is a link itself. */
export async function isLink(root: string, path: string): Promise<boolean> {
  const found = await lstat(join(root, ...partsOf(path))).catch(() => undefined);
  return found?.isSymbolicLink() === true;
}
