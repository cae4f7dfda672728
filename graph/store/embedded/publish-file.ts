import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toMendError } from '../../kernel/errors.ts';
import { newTemporaryName } from './file-names.ts';

export type OpenFile = (path: string, flags: string) => Promise<FileHandle>;

/** The file's content, from its first byte to its last. */
async function writeAll(
  file: FileHandle,
  pieces: readonly Uint8Array[],
  signal?: AbortSignal,
): Promise<void> {
  for (const piece of pieces) {
    signal?.throwIfAborted();
    let done = 0;
    while (done < piece.length) done += (await file.write(piece, done, piece.length - done)).bytesWritten;
  }
  await file.sync();
}

/** So that the new name survives a power cut too. Not every file system can do it for a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

export interface PublishFileOptions {
  readonly signal?: AbortSignal | undefined;
  readonly openFile?: OpenFile | undefined;
}

/**
 * Puts a file into `folder` in one step: whoever opens `name` gets the old content or the new. On failure the old
 * one stays and the half-written one is removed; throws `DISK_FULL`, `UNREADABLE` or `CANCELLED`.
 */
export async function publishFile(
  folder: string,
  name: string,
  pieces: readonly Uint8Array[],
  { signal, openFile = open }: PublishFileOptions = {},
): Promise<void> {
  const temporary = join(folder, newTemporaryName());
  try {
    const file = await openFile(temporary, 'wx');
    try {
      await writeAll(file, pieces, signal);
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw toMendError(thrown);
  }
  await syncFolder(folder);
}
