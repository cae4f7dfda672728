import { relative } from 'node:path';
import type { SkippedFile, Snapshot } from '../domain/snapshot.ts';
import { isPassedOverByName } from './list-files.ts';
import { byCodeUnit, byPath } from './order.ts';
import { pathResolver, type ResolvedPath } from './resolve-path.ts';
import { type Looked, look, type Scan, type ScannedFile } from './scan.ts';

/** Where the new contents of a file are, absolute and without links; `null` where it is gone. */
export type EditedPaths = ReadonlyMap<string, string | null>;

const danglingLink: ResolvedPath = { t: 'skipped', reason: 'a symbolic link to nothing' };

function resolveEdited(realPath: string | null): ResolvedPath {
  return realPath === null ? { t: 'gone' } : { t: 'file', realPath };
}

/** The files of the base that the edits leave, and those that are links to an edited one. */
function* staying({ root, files }: Snapshot, edited: EditedPaths): Generator<Looked> {
  const resolvePath = pathResolver(root);
  for (const { path, hash, size } of files) {
    if (edited.has(path)) continue;
    const resolved = resolvePath(path);
    if (resolved.t !== 'file') {
      yield look(path, () => resolved);
      continue;
    }
    const target = edited.get(relative(root, resolved.realPath));
    if (target === undefined) yield { path, hash, size, realPath: resolved.realPath };
    else yield look(path, () => (target === null ? danglingLink : resolveEdited(target)));
  }
}

/** Reasons to leave out files that are there; what is only odd about files that were read is found again. */
function stillSkipped({ files, skipped }: Snapshot, edited: EditedPaths): SkippedFile[] {
  const taken = new Set(files.map(({ path }) => path));
  return skipped.filter(({ path }) => !taken.has(path) && !edited.has(path));
}

const isListed = (path: string): boolean => !path.split('/').slice(0, -1).some(isPassedOverByName);

/** What a scan of the base's folder would find, if the edited files were in it. The folder itself is not scanned. */
export function scanEdited(base: Snapshot, edited: EditedPaths): Scan {
  const files: ScannedFile[] = [];
  const skipped = stillSkipped(base, edited);
  const take = (looked: Looked): void => {
    if (looked && 'hash' in looked) files.push(looked);
    else if (looked) skipped.push(looked);
  };
  for (const looked of staying(base, edited)) take(looked);
  for (const [path, realPath] of edited) if (isListed(path)) take(look(path, () => resolveEdited(realPath)));
  return {
    root: base.root,
    commit: base.commit,
    files: files.sort((a, b) => byCodeUnit(a.path, b.path)),
    skipped: skipped.sort(byPath),
  };
}
