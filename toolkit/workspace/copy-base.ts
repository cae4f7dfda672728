import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, readlink, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';

/** Bytes of all files together; a larger folder is no source checkout. */
const mostBytes = 4 * 2 ** 30;

const copiesAtOnce = 16;

export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  readonly paths: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Copied {
  /** Paths that were copied: regular files and symlinks that stay inside. */
  readonly paths: readonly string[];
  /** Hash over paths, modes and contents. */
  readonly tree: string;
}

async function copyLink(from: string, to: string, path: string): Promise<string | undefined> {
  const target = await realpath(join(from, path)).catch(() => undefined);
  if (!target?.startsWith(from + sep)) return undefined;
  const link = await readlink(join(from, path));
  if (link.startsWith('/')) return undefined;
  await symlink(link, join(to, path));
  return `link ${link}`;
}

/** Copies one path and tells its mode and hash; `undefined` when it is gone, special, or leads outside. */
async function copyOne({ from, to }: CopyRequest, path: string): Promise<string | undefined> {
  const found = await lstat(join(from, path)).catch(() => undefined);
  if (!found || found.isDirectory()) return undefined;
  const parent = await realpath(dirname(join(from, path)));
  if (parent !== from && !parent.startsWith(from + sep)) return undefined;
  await mkdir(dirname(join(to, path)), { recursive: true });
  if (found.isSymbolicLink()) return copyLink(from, to, path);
  if (!found.isFile()) return undefined;
  const bytes = await readFile(join(from, path));
  const mode = found.mode & 0o111 ? 0o755 : 0o644;
  await writeFile(join(to, path), bytes, { mode });
  return `${mode.toString(8)} ${createHash('sha256').update(bytes).digest('hex')}`;
}

async function checkSize({ from, paths }: CopyRequest): Promise<void> {
  let bytes = 0;
  for (const path of paths) {
    bytes += (await lstat(join(from, path)).catch(() => undefined))?.size ?? 0;
    if (bytes > mostBytes)
      throw new MendError('USAGE', `${from} holds more than ${mostBytes / 2 ** 30} GiB`, {
        hint: 'point --repo at the source checkout itself, or let git ignore the large files',
      });
  }
}

/**
 * Copies a folder's files to a new place, byte for byte; of modes only the executable bit.
 * `from` is a real path. Throws `DISK_FULL` through the system's error, `USAGE` when it is too large.
 */
export async function copyBase(request: CopyRequest): Promise<Copied> {
  await checkSize(request);
  await mkdir(request.to, { recursive: true });
  const marks = new Map<string, string>();
  const queue = [...request.paths];
  const work = async (): Promise<void> => {
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      request.signal?.throwIfAborted();
      const mark = await copyOne(request, path);
      if (mark !== undefined) marks.set(path, mark);
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  const paths = [...marks.keys()].sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0${marks.get(path)}\n`);
  return { paths, tree: hash.digest('hex').slice(0, 40) };
}
