import { posix } from 'node:path';
import { distanceFrom } from '../../graph/query/edit-distance.ts';
import type { ListedFile, ToolContext } from '../tool-context.ts';
import { type Miss, missed } from './miss.ts';
import { repositoryPath } from './repository-path.ts';

export interface FoundFile {
  readonly found: true;
  readonly path: string;
}

/** Names this far apart, relative to their length, are still worth showing. */
const likeness = 0.5;

/** Paths whose last part is most like the wanted one's; those that share more folders with it first. */
export function likelyFiles(wanted: string, files: readonly ListedFile[]): string[] {
  const name = posix.basename(wanted);
  const measure = distanceFrom(name);
  const folders = new Set(wanted.split('/').slice(0, -1));
  const shared = (path: string) => path.split('/').filter((part) => folders.has(part)).length;
  return files
    .map(({ path }) => ({ path, distance: measure(posix.basename(path)), shared: shared(path) }))
    .filter(({ distance }) => distance <= Math.max(2, name.length * likeness))
    .sort((a, b) => a.distance - b.distance || b.shared - a.shared || (a.path < b.path ? -1 : 1))
    .slice(0, 8)
    .map(({ path }) => path);
}

async function moduleFile({ graph }: ToolContext, dotted: string): Promise<string[]> {
  const entities = await graph.byQualifiedName(dotted);
  return entities.filter(({ kind }) => kind === 'file').map(({ path }) => path);
}

/**
 * The file that is meant: a path from the root, the end of just one path (`models.py`, `requests/models.py`), or
 * a module's dotted name. Several or none: why, with those that may be meant.
 */
export async function findFile(context: ToolContext, written: string): Promise<FoundFile | Miss> {
  const path = repositoryPath(written, context.graph.snapshot.root);
  const files = await context.list();
  if (files.some((file) => file.path === path)) return { found: true, path };
  const below = files.map((file) => file.path).filter((one) => path === '' || one.startsWith(`${path}/`));
  if (below.length > 0)
    return missed(`"${path || '.'}" is a folder; explore_directory lists it.`, { files: below });
  const ends = files.map((file) => file.path).filter((one) => one.endsWith(`/${path}`));
  const same = ends.length > 0 ? ends : await moduleFile(context, path);
  const [only] = same;
  if (only !== undefined && same.length === 1) return { found: true, path: only };
  if (only !== undefined)
    return missed(`"${path}" is the end of ${same.length} paths; give one of them.`, { files: same });
  return missed(`There is no file "${path}" in the repository.`, { files: likelyFiles(path, files) });
}
