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

/** Names of attributes that the nodes read. */
function readAttributes(nodes: Iterable<Syntax>): Set<string> {
  const names = new Set<string>();
  for (const node of nodes)
    if (node.type === 'attribute' && names.size < maxAttributes) names.add(node.at('attribute')?.text ?? '');
  names.delete('');
  return names;
}

/** What `nodes` read as attributes, and what the classes of the graph and of the file have beside them. */
export async function attributeIndex(
  graph: GraphStore,
  root: Syntax,
  nodes: Iterable<Syntax>,
): Promise<AttributeIndex> {
  const peers = new Map<string, Set<string>>();
  for (const name of readAttributes(nodes)) peers.set(name, await peersOf(graph, name));
  const classes = [...descendants(root)].filter(({ type }) => type === 'class_definition').map(membersOf);
  for (const [name, found] of peers)
    for (const one of classes.filter((members) => members.has(name)).flatMap((members) => [...members]))
      found.add(one);
  return { peers: (name) => peers.get(name) ?? new Set() };
}
