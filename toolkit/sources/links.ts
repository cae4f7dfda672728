import { realpathSync, symlinkSync, unlinkSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { LeftOut } from './port.ts';

/** Symlinks, made when all files are there, so that nothing is ever written through one. */
export interface Links {
  add(path: string, target: string): void;
  has(path: string): boolean;
  /** Makes those that stay inside `within`, the root or a folder in it; gives the others. */
  make(within: string): readonly LeftOut[];
}

const outside = 'a link that leads outside, or nowhere';

/** By its text alone: what it names lies below the root. */
function staysInside(path: string, target: string): boolean {
  if (target === '' || target.includes('\0') || posix.isAbsolute(target)) return false;
  const place = posix.normalize(posix.join(posix.dirname(path), target));
  return place !== '..' && !place.startsWith('../');
}

function leadsInside(within: string, path: string): boolean {
  try {
    return realpathSync(path).startsWith(within + sep);
  } catch {
    return false;
  }
}

/** Removes the links below `root` that lead out of `within`; each that goes may leave others without their target. */
function removeStrays(root: string, within: string, made: Set<string>): void {
  for (let before = -1; before !== made.size; ) {
    before = made.size;
    for (const path of made) {
      if (leadsInside(within, join(root, path))) continue;
      unlinkSync(join(root, path));
      made.delete(path);
    }
  }
}

export function makeLinks(root: string): Links {
  const all = new Map<string, string>();
  return {
    add: (path, target) => void all.set(path, target),
    has: (path) => all.has(path),
    make(within) {
      const inside = [...all].filter(([path, target]) => staysInside(path, target));
      for (const [path, target] of inside) symlinkSync(target, join(root, path));
      const made = new Set(inside.map(([path]) => path));
      removeStrays(root, realpathSync(within), made);
      const gone = [...all.keys()].filter((path) => !made.has(path));
      return gone.map((path) => ({ path, reason: outside }));
    },
  };
}
