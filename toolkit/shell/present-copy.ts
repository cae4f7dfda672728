import { createHash } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { listFiles } from '../workspace/list-files.ts';
import type { Workspace } from '../workspace/port.ts';
import { openWorkspace } from '../workspace/workspace.ts';

interface CopyPlace {
  /** The user's folder; only read. */
  readonly root: string;
  /** Where the copies are; exists. */
  readonly dir: string;
  readonly signal?: AbortSignal;
}

/** What tells whether any file was changed since: paths, sizes and times. */
async function stampOf({ root, signal }: CopyPlace): Promise<string> {
  const { paths } = await listFiles(root, signal);
  const hash = createHash('sha256');
  for (const path of paths) {
    const found = await lstat(join(root, path)).catch(() => undefined);
    hash.update(`${path}\0${found?.size} ${found?.mtimeMs} ${found?.ctimeMs} ${found?.mode}\n`);
  }
  return hash.digest('hex');
}

export interface PresentCopy {
  /** A workspace of the folder as it is now: the one before unless something was changed. One call at a time. */
  get(): Promise<Workspace>;
}

export function presentCopy(given: CopyPlace): PresentCopy {
  let made = 0;
  let known: { readonly stamp: string; readonly workspace: Workspace; readonly dir: string } | undefined;
  return {
    async get() {
      const place = { ...given, root: await realpath(given.root) };
      const stamp = await stampOf(place);
      if (known?.stamp === stamp) return known.workspace;
      const old = known;
      known = undefined;
      if (old) await removeFolder(old.dir);
      made += 1;
      const dir = join(place.dir, `copy-${made}`);
      const workspace = await openWorkspace({ ...place, dir });
      known = { stamp, workspace, dir };
      return workspace;
    },
  };
}
