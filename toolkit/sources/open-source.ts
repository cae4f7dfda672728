import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Secret } from '../../graph/kernel/secret.ts';
import { takenArchives } from './archive-names.ts';
import type { OpenSourceOptions, Source } from './port.ts';
import { type AllowedRemotes, isUrl } from './remote.ts';

export interface NamedSource {
  /** As the user wrote it: a folder, an archive, or the URL of a git repository. */
  readonly name: string;
  /** Branch, tag or commit of a git repository. */
  readonly ref?: string | undefined;
  /** Folder that a relative path starts from; absolute. */
  readonly cwd: string;
}

export interface SourceRequest extends OpenSourceOptions, NamedSource {
  /** Shown to the server that the URL names; asked for only then. */
  readonly token: () => Secret | undefined;
  /** Servers that may be named; all unless told. */
  readonly allowed?: AllowedRemotes;
}

type Kind = 'folder' | 'archive' | 'local git' | 'remote git';

const isFileUrl = (name: string): boolean => /^file:\/\//i.test(name);

function pathIn({ name, cwd }: NamedSource): string {
  if (!isFileUrl(name)) return resolve(cwd, name);
  try {
    return fileURLToPath(name);
  } catch (cause) {
    throw new MendError('USAGE', 'the file:// URL names no path of this machine', {
      hint: 'file:///path, or the path alone',
      cause,
    });
  }
}

async function kindOf(source: NamedSource): Promise<Kind> {
  const { name, ref } = source;
  if (isUrl(name) && !isFileUrl(name)) return 'remote git';
  const path = pathIn(source);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    const { isBare } = await import('./open-local.ts');
    return ref !== undefined || isFileUrl(name) || isBare(path) ? 'local git' : 'folder';
  }
  if (found?.isFile()) return 'archive';
  throw new MendError('NOT_FOUND', found ? `${path} is no folder or file` : `no such folder: ${path}`, {
    hint: `--repo takes the folder of the repository, an archive (${takenArchives}), or a URL`,
  });
}

const folder = (path: string): Source => ({
  kind: 'folder',
  name: path,
  root: path,
  commit: null,
  leftOut: [],
  leftOutCount: 0,
});

/** Whether what is named is the user's own folder as it is on disk, which alone can be written to. Throws `NOT_FOUND`. */
export const isFolderOfUser = async (source: NamedSource): Promise<boolean> =>
  (await kindOf(source)) === 'folder';

/**
 * A folder with the files of what the user named. A folder is taken as it is; of a git repository, on a server or on
 * this machine, the files of one commit; an archive is unpacked. The folder is kept and used again for the same bytes
 * or commit. What it takes to do so is loaded only then.
 * @throws MendError `NOT_FOUND`, `USAGE`, and what `openArchive`, `openLocal` and `openRemote` throw
 */
export async function openSource({ name, ref, cwd, token, ...options }: SourceRequest): Promise<Source> {
  const named = { name, ref, cwd };
  const kind = await kindOf(named);
  if (kind === 'remote git')
    return (await import('./open-remote.ts')).openRemote(name, ref, { ...options, token: token() });
  const path = pathIn(named);
  if (kind === 'local git') return (await import('./open-local.ts')).openLocal(path, ref, options);
  if (kind === 'folder') return folder(path);
  if (ref === undefined) return (await import('./archive.ts')).openArchive(path, options);
  throw new MendError('USAGE', `--ref goes with a git repository, and ${path} is a file`, {
    hint: 'leave --ref out',
  });
}
