import type { EntityId } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import type { AttributeIndex } from './place.ts';

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

/** Attributes of `self` and methods of one class. */
function membersOf(definition: Syntax): Set<string> {
  const names = new Set<string>();
  for (const node of descendants(definition)) {
    if (names.size >= maxAttributes) break;
    if (node.type === 'function_definition') names.add(node.at('name')?.text ?? '');
    if (node.type === 'attribute' && node.at('object')?.text === 'self')
      names.add(node.at('attribute')?.text ?? '');
  }
  return names;
}

/** What `nodes` read as attributes, and what the classes of the graph and of the file have beside them. */
export async function attributeIndex(
  graph: GraphStore,
  root: Syntax,
  nodes: Iterable<Syntax>,
): Promise<AttributeIndex> {
  const names = new Set<string>();
  for (const node of nodes)
    if (node.type === 'attribute' && names.size < maxAttributes) names.add(node.at('attribute')?.text ?? '');
  names.delete('');
  const peers = new Map<string, Set<string>>();
  for (const name of names) peers.set(name, await peersOf(graph, name));
  for (const node of descendants(root)) {
    if (node.type !== 'class_definition') continue;
    const members = membersOf(node);
    for (const name of names) if (members.has(name)) for (const one of members) peers.get(name)?.add(one);
  }
  return { peers: (name) => peers.get(name) ?? new Set() };
}
