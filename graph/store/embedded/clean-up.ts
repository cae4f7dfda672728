import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import { isSnapshot, writerOf } from './file-names.ts';

export interface Retention {
  /** Snapshots that stay, the last used ones first. */
  readonly keep: number;
  /** Bytes that snapshots may take together. */
  readonly maxBytes: number;
}

/** An index that takes a day is stuck, or was written on another machine that has forgotten it. */
const abandonedMs = 24 * 60 * 60 * 1000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

interface Kept {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly usedAt: number;
}

async function inspect(path: string): Promise<Kept | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { path, size: found.size, usedAt: found.mtimeMs } : undefined;
}

async function isAbandoned(folder: string, name: string, clock: Clock): Promise<boolean> {
  const writer = writerOf(name);
  if (!writer) return false;
  if (writer.isHere && !isAlive(writer.pid)) return true;
  const file = await inspect(join(folder, name));
  return file !== undefined && clock.now() - file.usedAt > abandonedMs;
}

/** Removes what killed writers left behind. Another's failure to do the same, at the same time, does no harm. */
export async function removeAbandoned(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder))
    if (await isAbandoned(folder, name, clock)) await rm(join(folder, name), { force: true }).catch(() => {});
}

/**
 * Removes snapshots past the limits, those unused for longest first; never `current`. A process that has one
 * open goes on with it: it is in its memory.
 */
export async function prune(folder: string, current: string, { keep, maxBytes }: Retention): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isSnapshot(name) && name !== current);
  const others = (await Promise.all(names.map((name) => inspect(join(folder, name))))).filter(
    (file) => file !== undefined,
  );
  let count = 1;
  let bytes = (await inspect(join(folder, current)))?.size ?? 0;
  for (const { path, size } of others.sort((a, b) => b.usedAt - a.usedAt)) {
    count += 1;
    bytes += size;
    if (count > keep || bytes > maxBytes) await rm(path, { force: true }).catch(() => {});
  }
}
