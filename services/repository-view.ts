import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { RepositoryView } from '../agents/domain/roles.ts';
import type { GraphStore } from '../graph/store/port.ts';

/** Larger files are not read as sources, bytes. */
const maxSourceBytes = 4 * 1024 * 1024;

async function readText(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(join(root, path));
  if (!real.startsWith(root + sep)) return undefined;
  const file = await open(real, 'r');
  try {
    const { size } = await file.stat();
    if (size > maxSourceBytes) return undefined;
    const bytes = await file.readFile();
    return bytes.includes(0) ? undefined : bytes.toString('utf8');
  } finally {
    await file.close();
  }
}

/** The graph, and the files below `root` (an absolute real path) as they are on disk; symlinks lead nowhere else. */
export const makeRepositoryView = (graph: GraphStore, root: string): RepositoryView => ({
  graph,
  read: (path) => readText(root, path).catch(() => undefined),
});
