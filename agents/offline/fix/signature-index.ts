import type { GraphStore } from '../../../graph/store/port.ts';
import { parametersOf } from '../syntax/scope.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import type { SignatureIndex } from './place.ts';

const maxNames = 200;
const maxFunctions = 6;
const receivers = new Set(['self', 'cls']);

function inFile(root: Syntax): Map<string, string[][]> {
  const found = new Map<string, string[][]>();
  for (const node of descendants(root)) {
    if (node.type !== 'function_definition') continue;
    const name = node.at('name')?.text ?? '';
    const parameters = parametersOf(node)
      .map(({ text }) => text)
      .filter((text) => !receivers.has(text));
    found.set(name, [...(found.get(name) ?? []), parameters].slice(0, maxFunctions));
  }
  return found;
}

async function inGraph(graph: GraphStore, name: string): Promise<string[][]> {
  const found: string[][] = [];
  for (const entity of (await graph.byName(name)).slice(0, maxFunctions))
    if (entity.kind === 'method')
      found.push(entity.parameters.map((one) => one.name).filter((text) => !receivers.has(text)));
  return found;
}

/** The parameters of what `nodes` call: as the file defines it, or else as anything of that name in the graph. */
export async function signatureIndex(
  graph: GraphStore,
  root: Syntax,
  nodes: Iterable<Syntax>,
): Promise<SignatureIndex> {
  const signatures = inFile(root);
  const called = new Set<string>();
  for (const node of nodes)
    if (node.type === 'call' && called.size < maxNames)
      called.add(node.at('function')?.text.split('.').at(-1) ?? '');
  for (const name of called) if (!signatures.has(name)) signatures.set(name, await inGraph(graph, name));
  return { of: (name) => signatures.get(name) ?? [] };
}
