import type { RepositoryView } from '../../domain/roles.ts';
import { Scopes } from '../syntax/scope.ts';
import { readSyntax, type Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import { attributeIndex } from './attribute-index.ts';
import type { FixClues } from './clues.ts';
import type { FilePlace } from './place.ts';
import { signatureIndex } from './signature-index.ts';

/**
 * Reads and prepares the files that places are in. Files that are gone, or too large to read, are left out.
 * `regions` says which parts of a tree are worked on, to look up only their attributes.
 */
export async function readFilePlaces(
  repository: RepositoryView,
  paths: ReadonlySet<string>,
  clues: FixClues,
  regions: (path: string, root: Syntax) => readonly Syntax[],
): Promise<ReadonlyMap<string, FilePlace>> {
  const found = new Map<string, FilePlace>();
  for (const path of paths) {
    const source = await repository.read(path);
    const root = source === undefined ? undefined : await readSyntax(source);
    if (!root) continue;
    const nodes = regions(path, root).flatMap((region) => [...descendants(region)]);
    const attributes = await attributeIndex(repository.graph, root, nodes);
    const signatures = await signatureIndex(repository.graph, root, nodes);
    found.set(path, { path, root, scopes: new Scopes(root), clues, attributes, signatures });
  }
  return found;
}
