import { realpath } from 'node:fs/promises';
import { isAbsolute, sep } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import type { SandboxRequest } from './port.ts';

/** Whether `path` is `folder` or lies below it. Both absolute and normal. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

async function existing(path: string): Promise<string> {
  if (!isAbsolute(path)) throw new MendError('INTERNAL', `the sandbox was given a relative path: ${path}`);
  try {
    return await realpath(path);
  } catch (cause) {
    throw new MendError('NOT_FOUND', `${path} is not there`, { cause });
  }
}

/**
 * The request with `cwd` and `writable` as real paths, so that no link leads out of what was meant. Throws
 * `NOT_FOUND` for a folder that is missing and `PATH_OUTSIDE` for a `cwd` that is in none of the folders.
 */
export async function checkRequest(request: SandboxRequest): Promise<SandboxRequest> {
  const [cwd, writable, readable] = await Promise.all([
    existing(request.cwd),
    Promise.all(request.writable.map(existing)),
    Promise.all((request.readable ?? []).map(existing)),
  ]);
  if (![...writable, ...readable].some((folder) => isWithin(cwd, folder)))
    throw new MendError('PATH_OUTSIDE', `${request.cwd} is in no folder that the sandbox may see`);
  if (writable.includes('/'))
    throw new MendError('PATH_OUTSIDE', 'the whole file system cannot be made writable');
  return { ...request, cwd, writable };
}
