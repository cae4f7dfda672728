import { mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { makeCheckout } from './checkout.ts';
import { copyBase } from './copy-base.ts';
import { listFiles } from './list-files.ts';
import type { Workspace, WorkspaceBase } from './port.ts';
import { makeSeats } from './seats.ts';
import { openShadow } from './shadow.ts';
import { writeBack } from './write-back.ts';

const savedBase = z.strictObject({
  root: z.string(),
  commit: z.string().nullable(),
  dirty: z.array(z.string()),
  tree: z.string(),
  paths: z.array(z.string()),
});

type SavedBase = z.infer<typeof savedBase>;

export interface OpenWorkspaceOptions {
  /** The user's folder; only read. */
  readonly root: string;
  /** Where base and checkouts are kept; its parent exists. A base saved there by an earlier call is used again. */
  readonly dir: string;
  readonly signal?: AbortSignal;
}

async function loadBase(dir: string): Promise<SavedBase | undefined> {
  const text = await readFile(join(dir, 'base.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : savedBase.parse(JSON.parse(text));
}

async function makeBase({ root, dir, signal }: OpenWorkspaceOptions): Promise<SavedBase> {
  const real = await realpath(root).catch((cause: unknown) => {
    throw new MendError('NOT_FOUND', `no such folder: ${root}`, { hint: 'check --repo', cause });
  });
  const { paths, commit, dirty } = await listFiles(real, signal);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  const to = join(dir, 'pristine');
  const copied = await copyBase({ from: real, to, paths, ...(signal && { signal }) });
  if (copied.paths.length === 0)
    throw new MendError('NOTHING_TO_INDEX', `${real} holds no files`, {
      hint: 'point --repo at a source checkout',
    });
  await openShadow(join(dir, 'shadow.git'), to, { reuse: false, ...(signal && { signal }) });
  const saved = { root: real, commit, dirty: [...dirty], tree: copied.tree, paths: [...copied.paths] };
  // Last and at once: a base without this file was cut short and is made anew.
  await writeFile(join(dir, 'base.json.part'), JSON.stringify(saved));
  await rename(join(dir, 'base.json.part'), join(dir, 'base.json'));
  return saved;
}

/** What a killed process left; only one process at a time works on a run. */
async function sweep(dir: string): Promise<void> {
  const names = await readdir(dir);
  const left = names.filter((name) => name.startsWith('checkout-'));
  for (const name of left) await removeFolder(join(dir, name));
}

/**
 * Copies the folder's present files once and hands out private checkouts of them. A dirty checkout is taken as
 * it is on disk.
 * @throws MendError `NOT_FOUND`, `NOTHING_TO_INDEX`, `USAGE` (too large), `GIT_FAILED`; the system's `ENOSPC`
 */
export async function openWorkspace(options: OpenWorkspaceOptions): Promise<Workspace> {
  const { dir, signal } = options;
  const saved = (await loadBase(dir)) ?? (await makeBase(options));
  await sweep(dir);
  const pristine = join(dir, 'pristine');
  const shadow = await openShadow(join(dir, 'shadow.git'), pristine, {
    reuse: true,
    ...(signal && { signal }),
  });
  const takeSeat = makeSeats(dir, pristine, saved.paths);
  const { root, commit, dirty, tree } = saved;
  const base: WorkspaceBase = { root, commit, dirty, tree };
  return {
    base,
    pristine,
    checkout: async () => makeCheckout({ pristine, takeSeat, shadow }),
    async applyToUser(patch) {
      await writeBack({ root, pristine, changes: await shadow.applied(patch, async () => new Map()) });
    },
    close: async () => {},
  };
}
