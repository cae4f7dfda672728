import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from '../domain/snapshot.ts';
import { toMendError } from '../kernel/errors.ts';
import type { GraphStore } from '../store/port.ts';
import { type GraphRequest, graphOfScan, keyOf } from './graph-of-scan.ts';
import { type EditedPaths, scanEdited } from './scan-edited.ts';

/** Contents of files by path; `null`: the file is gone. */
export type Edited = ReadonlyMap<string, Uint8Array | null>;

export interface EditedRequest extends GraphRequest {
  /** What the graph of the base was made from; its root still has those files. */
  readonly base: Snapshot;
  readonly edited: Edited;
  /** Key of the graph that was asked before this one, which is probably the most like it. */
  readonly from: string;
  /** Where the edited files are put while they are read. */
  readonly dir: string;
}

/** Puts the files where the parser's workers can read them. */
async function put(folder: string, edited: Edited): Promise<EditedPaths> {
  await mkdir(folder, { recursive: true });
  const real = await realpath(folder);
  const paths = new Map<string, string | null>();
  for (const [path, bytes] of edited) {
    const realPath = bytes && join(real, String(paths.size));
    if (bytes && realPath) await writeFile(realPath, bytes);
    paths.set(path, realPath);
  }
  return paths;
}

/**
 * The graph of a folder with some of its files edited, which are nowhere but in memory: the very graph that indexing a
 * folder with these files would give. Only edited files are parsed. `undefined` where it is the base's own.
 *
 * Throws `DISK_FULL`, `CANCELLED`. The caller closes the store.
 */
export async function indexEdited(request: EditedRequest): Promise<GraphStore | undefined> {
  const { base, edited, from, dir } = request;
  const folder = join(dir, `edited-${process.pid}-${randomUUID()}`);
  try {
    const scanned = scanEdited(base, await put(folder, edited));
    if (keyOf(scanned) === base.key) return undefined;
    return await graphOfScan(request, scanned, from);
  } catch (error) {
    throw toMendError(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
