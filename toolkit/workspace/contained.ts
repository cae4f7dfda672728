import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';

/**
 * The real absolute path of `path` below `root` (itself a real path).
 * @throws MendError `PATH_OUTSIDE` when it leads elsewhere, through symlinks too; `NOT_FOUND`
 */
export async function contained(root: string, path: string): Promise<string> {
  const outside = new MendError('PATH_OUTSIDE', `${path} is outside the repository`, {
    hint: 'use a path relative to the root of the repository',
  });
  if (isAbsolute(path) || path.split(/[\\/]/).includes('..') || path.includes('\0')) throw outside;
  const real = await realpath(join(root, path)).catch((cause: unknown) => {
    throw new MendError('NOT_FOUND', `no file ${path}`, { cause });
  });
  if (real !== root && !real.startsWith(root + sep)) throw outside;
  return real;
}
