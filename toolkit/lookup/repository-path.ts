import { posix } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';

/**
 * A path as people write it, relative to the repository's root and without `.` and `..`; the root itself is the
 * empty string. `roots` are absolute folders that stand for the root. Throws `PATH_OUTSIDE` for any other absolute
 * path and for one that climbs out.
 */
export function repositoryPath(written: string, ...roots: readonly string[]): string {
  const text = written.trim().replaceAll('\\', '/');
  const root = roots.find((one) => text === one || text.startsWith(`${one}/`));
  const relative = posix.normalize(root === undefined ? text || '.' : `./${text.slice(root.length)}`);
  if (relative.startsWith('/') || relative === '..' || relative.startsWith('../') || relative.includes('\0'))
    throw new MendError('PATH_OUTSIDE', `"${written.slice(0, 200)}" is not in the repository`, {
      hint: 'give a path relative to the repository, such as "package/module.py"; "." is its root',
    });
  return relative === '.' ? '' : relative.replace(/^\.\//, '').replace(/\/+$/, '');
}
