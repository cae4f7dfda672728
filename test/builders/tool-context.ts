import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodeEntity } from '../../graph/domain/entity.ts';
import type { Relation } from '../../graph/domain/relation.ts';
import { openEmbeddedCatalog } from '../../graph/store/embedded/catalog.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { invoke } from '../../toolkit/invoke.ts';
import { repositoryPath } from '../../toolkit/lookup/repository-path.ts';
import { registry } from '../../toolkit/registry.ts';
import type { ToolContext } from '../../toolkit/tool-context.ts';
import { codeGraph, snapshotOf } from './code-graph.ts';
import { codeGraphOf, type Tie } from './graph-of.ts';

export interface Extras {
  /** In short, exact and without sites. */
  readonly ties?: readonly Tie[];
  readonly relations?: readonly Relation[];
  /** Those of the same id as one read from the text replace it. */
  readonly entities?: readonly CodeEntity[];
}

async function storeOf(sources: Readonly<Record<string, string>>, extras: Extras): Promise<GraphStore> {
  const { ties, relations = [], entities = [] } = extras;
  const read = codeGraphOf(sources, ties);
  const all = new Map([...read.entities, ...entities].map((entity) => [entity.id, entity]));
  const graph = codeGraph([...all.values()], [...read.relations, ...relations], read.terms);
  const folder = await mkdtemp(join(tmpdir(), 'tool-context-'));
  const catalog = openEmbeddedCatalog(folder);
  await catalog.publish(snapshotOf('one'), graph);
  const store = await catalog.open('one');
  await rm(folder, { recursive: true });
  if (!store) throw new Error('not published');
  return store;
}

/** What tools see of sources in memory: `.py` files are in the graph, all can be read. */
export async function toolContext(
  sources: Readonly<Record<string, string>>,
  extras: Extras = {},
): Promise<ToolContext> {
  const python = Object.fromEntries(Object.entries(sources).filter(([path]) => path.endsWith('.py')));
  const graph = await storeOf(python, extras);
  const files = Object.entries(sources)
    .map(([path, text]) => ({ path, size: Buffer.byteLength(text) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    graph,
    list: async () => files,
    read: async (path) => sources[repositoryPath(path)],
  };
}

/** Runs a tool of the registry. */
export const use = async (context: ToolContext, name: string, input: unknown) =>
  invoke(registry, name, input, context);
