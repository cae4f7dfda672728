import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Place {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** Which paths are taken, so that no entry gets over or through another, on no file system. */
export interface Places {
  /** Takes a path and makes the folders above it; gives the reason why it can't be had. */
  claim(path: string, kind: Place['kind']): string | undefined;
  isFile(path: string): boolean;
}

const inTheWay = (path: string, kind: Place['kind'], before: Place): string => {
  if (before.path !== path) return `${before.path} differs from it in case alone`;
  return before.kind === kind ? 'it is there twice' : `a ${before.kind} of this name is there already`;
};

export function makePlaces(root: string): Places {
  const taken = new Map<string, Place>();
  const made = new Set<string>(['.']);

  const take = (path: string, kind: Place['kind']): string | undefined => {
    const folded = path.toLowerCase();
    const before = taken.get(folded);
    if (!before) taken.set(folded, { path, kind });
    else if (kind === 'file' || before.kind === 'file') return inTheWay(path, kind, before);
    return undefined;
  };
  const makeFolder = (path: string): string | undefined => {
    if (made.has(path)) return undefined;
    const reason = makeFolder(dirname(path)) ?? take(path, 'folder');
    if (reason !== undefined) return reason;
    mkdirSync(join(root, path), { recursive: true });
    made.add(path);
    return undefined;
  };
  return {
    claim: (path, kind) =>
      kind === 'folder' ? makeFolder(path) : (makeFolder(dirname(path)) ?? take(path, 'file')),
    isFile: (path) => {
      const place = taken.get(path.toLowerCase());
      return place?.kind === 'file' && place.path === path;
    },
  };
}
