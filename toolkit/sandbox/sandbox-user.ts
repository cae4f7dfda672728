import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Range {
  readonly first: number;
  readonly count: number;
}

function mappedUsers(): readonly Range[] {
  try {
    return readFileSync('/proc/self/uid_map', 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .map(([first = 0, , count = 0]) => ({ first, count }));
  } catch {
    return [];
  }
}

/** Far above the users of a machine and of its containers, where the whole range exists. */
const firstOfAll = 0x4000_0000;

/**
 * The user id that a command gets when mendgraph runs as root: root itself is exempt from the limit on
 * processes and owns the machine. The same `folder` always gets the same id, so that its files change hands once;
 * two folders get two, so that they do not share that limit. `null` when we are not root, or root of a container
 * that has no second user: then a user namespace does the same.
 */
export function sandboxUser(folder: string): number | null {
  if (process.getuid?.() !== 0) return null;
  const widest = mappedUsers().toSorted((a, b) => b.count - a.count)[0];
  if (!widest || widest.count < 2) return null;
  const hash = createHash('sha256').update(folder).digest().readUInt32BE(0);
  const end = widest.first + widest.count;
  if (end > firstOfAll * 2) return firstOfAll + (hash % (firstOfAll - 1));
  const usable = Math.min(Math.floor(widest.count / 2), 10_000);
  return end - 1 - (hash % usable);
}
