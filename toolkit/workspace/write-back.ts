import { chmod, chown, lstat, mkdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { contained } from './contained.ts';

interface WriteBack {
  /** The user's folder; a real path. */
  readonly root: string;
  readonly pristine: string;
  /** A checkout in which the change has been made. */
  readonly changed: string;
  /** Paths that differ between the two. */
  readonly paths: readonly string[];
}

interface Step {
  readonly target: string;
  /** `null`: the file goes. */
  readonly bytes: Buffer | null;
  readonly part: string;
}

const bytesOf = async (path: string): Promise<Buffer | null> => {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? readFile(path) : null;
};

const equal = (a: Buffer | null, b: Buffer | null): boolean => (a && b ? a.equals(b) : a === b);

async function plan({ root, pristine, changed }: WriteBack, path: string): Promise<Step> {
  const present = await lstat(join(root, path)).catch(() => undefined);
  const now = await bytesOf(join(root, path));
  if (!equal(now, await bytesOf(join(pristine, path))) || (present && now === null))
    throw new MendError('PATCH_REJECTED', `${path} has changed since the run began`, {
      hint: 'nothing was written; start a new run, or apply the patch by hand',
    });
  const target = now ? await contained(root, path) : join(root, path);
  return { target, bytes: await bytesOf(join(changed, path)), part: `${target}.mendgraph-${process.pid}` };
}

const isExecutable = async (path: string): Promise<boolean | undefined> => {
  const found = await lstat(path).catch(() => undefined);
  return found && (found.mode & 0o111) !== 0;
};

/** The user's mode and owner, except that a change of the executable bit is taken over. */
async function like({ target, part }: Step, before: boolean | undefined, after: boolean): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  const mode = found?.mode ?? 0o644;
  const wanted = before === after ? mode : after ? mode | 0o111 : mode & ~0o111;
  await chmod(part, wanted & 0o7777);
  if (found) await chown(part, found.uid, found.gid).catch(() => undefined);
}

/**
 * Brings a change into the user's folder, wholly or not at all: new contents are written beside the files first, so
 * that a full disk is met before anything is replaced. Files that nobody asked to change are not looked at.
 * @throws MendError `PATCH_REJECTED` when one of the files is no longer as the run found it
 */
export async function writeBack(request: WriteBack): Promise<void> {
  const { pristine, changed, paths } = request;
  const steps: Step[] = [];
  for (const path of paths) steps.push(await plan(request, path));
  try {
    for (const [index, step] of steps.entries()) {
      if (!step.bytes) continue;
      const path = paths[index] ?? '';
      await mkdir(dirname(step.part), { recursive: true });
      await writeFile(step.part, step.bytes, { flag: 'wx' });
      await like(
        step,
        await isExecutable(join(pristine, path)),
        (await isExecutable(join(changed, path))) === true,
      );
    }
    for (const { target, bytes, part } of steps) await (bytes ? rename(part, target) : unlink(target));
  } finally {
    for (const { part } of steps) await rm(part, { force: true });
  }
}
