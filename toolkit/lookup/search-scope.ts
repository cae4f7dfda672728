import type { ListedFile, ToolContext } from '../tool-context.ts';
import { inOrderOfUse } from './by-use.ts';
import { findFile, likelyFiles } from './file-lookup.ts';
import { type Miss, missed } from './miss.ts';
import { repositoryPath } from './repository-path.ts';
import { fits } from './wildcard.ts';

export interface FoundFiles {
  readonly found: true;
  /** The project's own before its tests, each by path. */
  readonly files: readonly ListedFile[];
}

/** Files below a folder, the one file, or those that fit a pattern (`*.py`, `package/*.py`); all where none is said. */
export async function filesIn(context: ToolContext, written: string): Promise<FoundFiles | Miss> {
  const path = repositoryPath(written, context.graph.snapshot.root);
  const files = inOrderOfUse(await context.list());
  if (path === '') return { found: true, files };
  const pattern = path.replaceAll('**', '*');
  const isMeant = pattern.includes('*')
    ? (one: string) => fits(pattern, one) || fits(`*/${pattern}`, one)
    : (one: string) => one === path || one.startsWith(`${path}/`);
  const meant = files.filter((file) => isMeant(file.path));
  if (meant.length > 0) return { found: true, files: meant };
  const file = await findFile(context, path);
  if (file.found) return { found: true, files: files.filter((one) => one.path === file.path) };
  return missed(`There is no file or folder "${path}" in the repository.`, {
    files: file.files.length > 0 ? file.files : likelyFiles(path, files),
  });
}
