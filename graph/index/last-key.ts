import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../kernel/clock.ts';

const key = /^[0-9a-f]{64}$/;
/** Folders that nobody has indexed for so long have no graph left either. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

const folderOf = (cacheDir: string): string => join(cacheDir, 'last');
const nameOf = (root: string): string => createHash('sha256').update(root).digest('hex').slice(0, 32);

/** The key of the graph that was made of the folder last; `undefined` where none is known. */
export function lastKey(cacheDir: string, root: string): string | undefined {
  try {
    const text = readFileSync(join(folderOf(cacheDir), nameOf(root)), 'utf8');
    return key.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function quietlyRemove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It was never there.
  }
}

function removeOld(folder: string, clock: Clock): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (clock.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { force: true });
  }
}

/** Keeps it for `lastKey`. It only saves time: where it can't be written, nothing is lost. */
export function keepLastKey(cacheDir: string, root: string, last: string, clock: Clock = systemClock): void {
  if (lastKey(cacheDir, root) === last) return;
  const folder = folderOf(cacheDir);
  const path = join(folder, nameOf(root));
  const next = `${path}.${randomUUID()}`;
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(next, last);
    renameSync(next, path);
    removeOld(folder, clock);
  } catch {
    quietlyRemove(next);
  }
}
