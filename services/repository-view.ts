import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { RepositoryView } from '../agents/domain/roles.ts';
import type { GraphStore } from '../graph/store/port.ts';
import { decodeText } from '../toolkit/workspace/text-file.ts';

/** Larger files are not read as sources, bytes. */
const maxSourceBytes = 4 * 1024 * 1024;

/** Decoded as the workspace does, so that what is read can be replaced byte for byte. */
async function readText(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(join(root, path));
  if (!real.startsWith(root + sep)) return undefined;
  const file = await open(real, 'r');
  try {
    const { size } = await file.stat();
    if (size > maxSourceBytes) return undefined;
    const bytes = await file.readFile();
    return bytes.includes(0) ? undefined : decodeText(bytes).text;
  } finally {
    await file.close();
  }
}

/** The graph, and the files below `root` (an absolute real path) as they are on disk; symlinks lead nowhere else. */
export const makeRepositoryView = (graph: GraphStore, root: string): RepositoryView => ({
  graph,
  read: (path) => readText(root, path).catch(() => undefined),
});
