import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkout, Workspace } from '../../toolkit/workspace/port.ts';
import { openWorkspace } from '../../toolkit/workspace/workspace.ts';
import { withFolder, writeFiles } from '../support/git-repository.ts';

interface InWorkspace {
  /** The user's folder. */
  readonly root: string;
  readonly workspace: Workspace;
}

/** Runs `use` with a workspace of a folder with these files; `prepare` may add to it what files can't say. */
export const inWorkspace = (
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (given: InWorkspace) => Promise<void>,
  prepare: (root: string) => Promise<unknown> = async () => undefined,
): Promise<void> =>
  withFolder(async (given) => {
    const folder = await realpath(given);
    const root = join(folder, 'project');
    await writeFiles(root, files);
    await prepare(root);
    await use({ root, workspace: await openWorkspace({ root, dir: join(folder, 'run') }) });
  });

/** A checkout's two ways to hold its changes. */
export const ways = ['in memory', 'in a folder'] as const;

export async function checkoutOf(workspace: Workspace, way: (typeof ways)[number]): Promise<Checkout> {
  const checkout = await workspace.checkout();
  if (way === 'in a folder') await checkout.folder();
  return checkout;
}

/** Every file below a folder but git's own, by path. */
export async function contentsOf(root: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1);
    if (entry.isFile() && !path.startsWith('.git/'))
      contents[path] = (await readFile(join(root, path))).toString('latin1');
  }
  return contents;
}
