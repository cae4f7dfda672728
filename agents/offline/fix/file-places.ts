import type { EntityId } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { RepositoryView } from '../../domain/roles.ts';
import { Scopes } from '../syntax/scope.ts';
import { readSyntax, type Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import type { FixClues } from './clues.ts';
import type { AttributeIndex, FilePlace } from './place.ts';

const maxOwners = 6;
const maxAttributes = 300;

/** Attributes and methods beside `name` in the classes that have one of that name. */
async function peersOf(graph: GraphStore, name: string): Promise<Set<string>> {
  const found = new Set<string>();
  const owners = new Set<EntityId>();
  for (const entity of await graph.byName(name))
    if (entity.kind === 'variable' || entity.kind === 'method') owners.add(entity.parentId);
  for (const owner of [...owners].slice(0, maxOwners)) {
    const near = await graph.neighbours(owner, { kinds: ['HAS_METHOD', 'HAS_VARIABLE'], direction: 'out' });
    for (const { entity } of near) found.add(entity.name);
  }
  found.delete(name);
  return found;
}

async function attributeIndex(
  graph: GraphStore,
  root: Syntax,
  nodes: Iterable<Syntax>,
): Promise<AttributeIndex> {
  const names = new Set<string>();
  for (const node of nodes)
    if (node.type === 'attribute' && names.size < maxAttributes) names.add(node.at('attribute')?.text ?? '');
  const peers = new Map<string, Set<string>>();
  for (const name of names) if (name !== '') peers.set(name, await peersOf(graph, name));
  for (const [name, inFile] of peersInFile(root)) for (const one of inFile) peers.get(name)?.add(one);
  return { peers: (name) => peers.get(name) ?? new Set() };
}

/** What `self.` is written before in each class of the file, and its methods. */
function peersInFile(root: Syntax): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const node of descendants(root)) {
    if (node.type !== 'class_definition') continue;
    const names = new Set<string>();
    for (const inner of descendants(node)) {
      if (inner.type === 'attribute' && inner.at('object')?.text === 'self')
        names.add(inner.at('attribute')?.text ?? '');
      if (inner.type === 'function_definition') names.add(inner.at('name')?.text ?? '');
      if (names.size >= maxAttributes) break;
    }
    for (const name of names) found.set(name, new Set([...(found.get(name) ?? []), ...names]));
  }
  return found;
}

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
    found.set(path, { path, root, scopes: new Scopes(root), clues, attributes });
  }
  return found;
}
