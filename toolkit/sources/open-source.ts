import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { takenArchives } from './archive-names.ts';
import type { OpenSourceOptions, Source } from './port.ts';

export interface SourceRequest extends OpenSourceOptions {
  /** As the user wrote it: a folder or an archive. */
  readonly name: string;
  /** Folder that a relative path starts from; absolute. */
  readonly cwd: string;
}

const folder = (path: string): Source => ({
  kind: 'folder',
  name: path,
  root: path,
  commit: null,
  leftOut: [],
  leftOutCount: 0,
});

/**
 * A folder with the files of what the user named. A folder is taken as it is; an archive is unpacked once, and the
 * folder that it was unpacked to is kept.
 * @throws MendError `NOT_FOUND`, and what `openArchive` throws
 */
export async function openSource({ name, cwd, ...options }: SourceRequest): Promise<Source> {
  const path = resolve(cwd, name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return folder(path);
  // Loaded only where there is something to unpack.
  if (found?.isFile()) return (await import('./archive.ts')).openArchive(path, options);
  throw new MendError('NOT_FOUND', found ? `${path} is no folder or file` : `no such folder: ${path}`, {
    hint: `--repo takes the folder of the repository, or an archive (${takenArchives})`,
  });
}
