import { chmod, chown, lstat, mkdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { contained } from './contained.ts';
import { type Changes, type FileState, stateAt } from './file-state.ts';
import { locate } from './locate.ts';

interface WriteBack {
  /** The user's folder; a real path. */
  readonly root: string;
  readonly pristine: string;
  /** What its files are to become. */
  readonly changes: Changes;
}

interface Step {
  readonly target: string;
  readonly before: FileState | null;
  /** `null`: the file goes. */
  readonly after: FileState | null;
  readonly part: string;
}

const bytesOf = async (path: string): Promise<Buffer | null> => {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? readFile(path) : null;
};

const equal = (a: Buffer | null, b: Buffer | null): boolean => (a && b ? a.equals(b) : a === b);

const isLink = (file: FileState | null): boolean => file?.mode === 'link';

async function plan({ root, pristine, changes }: WriteBack, path: string): Promise<Step> {
  const before = await stateAt(pristine, path);
  const after = changes.get(path) ?? null;
  if (isLink(before) || isLink(after))
    throw new MendError('PATCH_REJECTED', `${path} is a link, before the patch or after it`, {
      hint: 'nothing was written; apply the patch by hand',
    });
  const present = await lstat(join(root, path)).catch(() => undefined);
  const now = await bytesOf(join(root, path));
  if (!equal(now, before?.bytes ?? null) || (present && now === null))
    throw new MendError('PATCH_REJECTED', `${path} has changed since the run began`, {
      hint: 'nothing was written; start a new run, or apply the patch by hand',
    });
  const target = now ? await contained(root, path) : join(root, await locate(root, path));
  return { target, before, after, part: `${target}.mendgraph-${process.pid}` };
}

/** The user's mode and owner, except that a change of the executable bit is taken over. */
async function like({ target, part, before, after }: Step): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  const mode = found?.mode ?? 0o644;
  const wanted =
    before?.mode === after?.mode ? mode : after?.mode === 'executable' ? mode | 0o111 : mode & ~0o111;
  await chmod(part, wanted & 0o7777);
  if (found) await chown(part, found.uid, found.gid).catch(() => undefined);
}

/**
 * Brings a change into the user's folder, wholly or not at all: new contents are written beside the files first, so
 * that a full disk is met before anything is replaced. Files that nobody asked to change are not looked at.
 * @throws MendError `PATCH_REJECTED` when one of the files is no longer as the run found it, or is a link
 */
export async function writeBack(request: WriteBack): Promise<void> {
  const steps: Step[] = [];
  for (const path of request.changes.keys()) steps.push(await plan(request, path));
  try {
    for (const step of steps) {
      if (!step.after) continue;
      await mkdir(dirname(step.part), { recursive: true });
      await writeFile(step.part, step.after.bytes, { flag: 'wx' });
      await like(step);
    }
    for (const { target, after, part } of steps) await (after ? rename(part, target) : unlink(target));
  } finally {
    for (const { part } of steps) await rm(part, { force: true });
  }
}
