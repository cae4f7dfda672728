import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';

/** Answers which local folders a client may name. */
export interface AllowedRoots {
  /**
   * Absolute real path of the folder.
   * @throws MendError `PATH_OUTSIDE` when it is not below a root, symlinks followed; `NOT_FOUND` when it is
   *   below one and not there; `USAGE` when it is no folder. Outside the roots nothing is told apart.
   */
  resolve(path: string): Promise<string>;
}

function below(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep));
}

/** @throws MendError `NOT_FOUND` for a root that is not there. */
export async function makeAllowedRoots(roots: readonly string[]): Promise<AllowedRoots> {
  const given = roots.map((root) => resolve(root));
  const real = await Promise.all(
    given.map((root) =>
      realpath(root).catch((cause: unknown) => {
        throw new MendError('NOT_FOUND', `--allow-root ${root} is not there`, { cause });
      }),
    ),
  );
  return {
    async resolve(path) {
      const wanted = resolve(path);
      const found = path.includes('\0') ? undefined : await realpath(wanted).catch(() => undefined);
      if (found !== undefined && real.some((root) => below(root, found))) {
        if ((await stat(found)).isDirectory()) return found;
        throw new MendError('USAGE', `${wanted} is not a folder`);
      }
      if (found === undefined && [...given, ...real].some((root) => below(root, wanted)))
        throw new MendError('NOT_FOUND', `no such folder: ${wanted}`);
      throw new MendError('PATH_OUTSIDE', 'the path is not below a folder that this service may read', {
        hint: 'start the service with --allow-root FOLDER for each folder whose repositories it may repair',
      });
    },
  };
}
