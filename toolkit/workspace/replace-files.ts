import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MendError, toMendError } from '../../graph/kernel/errors.ts';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { type Changes, type FileState, isReallyIn } from './file-state.ts';

type WriteNew = (path: string, bytes: Buffer, options: { readonly flag: 'wx' }) => Promise<void>;

interface Replacing {
  readonly root: string;
  /** A folder of ours in it, so that files can be renamed from and to there. */
  readonly staging: string;
  /** What puts things back as they were, to be called from the last to the first. */
  readonly undo: (() => Promise<unknown>)[];
}

/** The mode bits that the file has, but for a change of the executable bit. */
async function modeFor(path: string, { mode }: FileState): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) return mode === 'executable' ? 0o755 : 0o644;
  const own = found.mode & 0o7777;
  if (((own & 0o111) !== 0) === (mode === 'executable')) return own;
  return mode === 'executable' ? own | 0o111 : own & ~0o111;
}

async function prepare(target: string, part: string, file: FileState, write: WriteNew): Promise<void> {
  if (file.mode === 'link') return symlink(file.bytes.toString(), part);
  await write(part, file.bytes, { flag: 'wx' });
  await chmod(part, await modeFor(target, file));
}

async function checkFolder({ root }: Replacing, place: string): Promise<void> {
  if (await isReallyIn(root, place)) return;
  throw new MendError('PATH_OUTSIDE', `${place} lies behind a link to a folder`, {
    hint: 'name the file by where it really is',
  });
}

/** Takes a file out of its place, if there is one, so that it can be put back. */
async function takeOut(work: Replacing, place: string): Promise<void> {
  const target = join(work.root, place);
  if (!(await lstat(target).catch(() => undefined))) return;
  await checkFolder(work, place);
  const kept = join(work.staging, `old-${work.undo.length}`);
  await rename(target, kept);
  work.undo.push(async () => {
    await mkdir(dirname(target), { recursive: true });
    await rename(kept, target);
  });
}

/** Removes the folders that a deletion has left empty, as git does. */
async function removeEmptyFolders({ root }: Replacing, place: string): Promise<void> {
  for (let folder = dirname(place); folder !== '.'; folder = dirname(folder)) {
    const isGone = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

async function makeFolders({ root, undo }: Replacing, place: string): Promise<void> {
  const first = await mkdir(dirname(join(root, place)), { recursive: true });
  if (first !== undefined) undo.push(() => removeFolder(first));
}

async function putIn(work: Replacing, place: string, part: string): Promise<void> {
  const target = join(work.root, place);
  await makeFolders(work, place);
  await checkFolder(work, place);
  await takeOut(work, place);
  await rename(part, target);
  work.undo.push(() => rename(target, part));
}

type Entry = readonly [place: string, file: FileState | null];

async function swap(
  work: Replacing,
  entries: readonly Entry[],
  partOf: (place: string) => string,
): Promise<void> {
  for (const [place, file] of entries) {
    if (file) continue;
    await takeOut(work, place);
    await removeEmptyFolders(work, place);
  }
  for (const [place, file] of entries) if (file) await putIn(work, place, partOf(place));
}

const inTheWay = new Set(['ENOTDIR', 'EEXIST', 'EISDIR', 'ENOTEMPTY']);

function refusalOf(thrown: unknown): MendError {
  const cause = toMendError(thrown);
  if (!inTheWay.has((thrown as NodeJS.ErrnoException).code ?? '')) return cause;
  return new MendError('EDIT_REJECTED', `a file or folder is in the way: ${cause.message}`, {
    hint: 'no file was changed; a file can be no folder as well',
    cause,
  });
}

/**
 * Makes files of a folder what they are to be, all or none: new contents are written first, to a folder beside them, so
 * that a full disk is met before anything is replaced; and what fails later is undone. Files that are there keep their
 * mode bits, but for the executable one.
 * @throws MendError `DISK_FULL`; `PATH_OUTSIDE` behind a link to a folder; `EDIT_REJECTED` where one is in another's way
 */
export async function replaceFiles(
  root: string,
  changes: Changes,
  write: WriteNew = writeFile,
): Promise<void> {
  if (changes.size === 0) return;
  const staging = join(root, `.mendgraph-${randomUUID()}`);
  const work: Replacing = { root, staging, undo: [] };
  const entries = [...changes];
  const parts = new Map(entries.map(([place], index) => [place, join(staging, `new-${index}`)]));
  const partOf = (place: string): string => parts.get(place) ?? '';
  try {
    await mkdir(staging);
    for (const [place, file] of entries)
      if (file) await prepare(join(root, place), partOf(place), file, write);
    await swap(work, entries, partOf);
  } catch (error) {
    for (const step of work.undo.reverse()) await step();
    throw refusalOf(error);
  } finally {
    await removeFolder(staging);
  }
}
