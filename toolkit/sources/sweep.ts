import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../sandbox/remove-folder.ts';

const hourMs = 3_600_000;

/** What nobody has opened for this long goes; it can be had again. */
const unusedMs = 30 * 24 * hourMs;

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** `part-PID-…` is being made by that process; no making takes as long as an hour. */
function isLeft(name: string, ageMs: number): boolean {
  const [, pid] = /^part-(\d+)-/.exec(name) ?? [];
  return pid === undefined ? ageMs > unusedMs : ageMs > hourMs || isGone(Number(pid));
}

/** Removes from a folder of kept things what a killed process left half made, and what has long been unused. */
export async function sweep(dir: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const found = await stat(path).catch(() => undefined);
    // One that can't be removed now is tried again by the next.
    if (found && isLeft(name, now - found.mtimeMs)) await removeFolder(path).catch(() => undefined);
  }
}
