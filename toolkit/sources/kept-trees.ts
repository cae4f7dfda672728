import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { sweep } from './sweep.ts';
import type { Written } from './tree-writer.ts';

const told = z.strictObject({
  files: z.int(),
  leftOut: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
  leftOutCount: z.int(),
});

/** A folder of ours that holds a source's files. */
export type KeptTree = z.infer<typeof told> & {
  /** Absolute. */
  readonly root: string;
};

interface KeepRequest {
  /** Holds all such folders; its parent exists. */
  readonly dir: string;
  /** Names the files: same key, same files. */
  readonly key: string;
  /** Writes the files somewhere below `into`, an empty folder. */
  readonly make: (into: string) => Promise<Written>;
}

const treeName = 'tree';
const toldName = 'source.json';

/** Git looks no further up: our home may lie in a repository, whose ignore rules are none of this tree's. */
const noRepository = 'not a repository\n';

async function load(folder: string): Promise<KeptTree | undefined> {
  const text = await readFile(join(folder, toldName), 'utf8').catch(() => undefined);
  if (text === undefined || !(await stat(join(folder, treeName)).catch(() => undefined))) return undefined;
  const now = new Date();
  await utimes(folder, now, now);
  return { ...told.parse(JSON.parse(text)), root: join(folder, treeName) };
}

async function make(part: string, request: KeepRequest): Promise<void> {
  const into = join(part, 'unpacked');
  await mkdir(into, { recursive: true });
  const { root, files, leftOut, leftOutCount } = await request.make(into);
  await rename(root, join(part, treeName));
  await writeFile(join(part, '.git'), noRepository);
  await writeFile(join(part, toldName), JSON.stringify({ files, leftOut, leftOutCount }));
}

/**
 * The folder of `key`, made unless it is there. It appears whole or not at all, whoever else makes it at the same
 * time; a failure leaves nothing behind, and what a killed process left is removed by a later one.
 */
export async function keepTree(request: KeepRequest): Promise<KeptTree> {
  const folder = join(request.dir, request.key);
  const before = await load(folder);
  if (before) return before;
  await mkdir(request.dir, { recursive: true });
  await sweep(request.dir);
  const part = join(request.dir, `part-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await make(part, request);
    // Another may have been faster, and its files are the same.
    if (!(await load(folder))) await rename(part, folder).catch(() => undefined);
    const kept = await load(folder);
    if (kept) return kept;
    await removeFolder(folder);
    await rename(part, folder);
  } finally {
    await removeFolder(part);
  }
  return (await load(folder)) as KeptTree;
}
