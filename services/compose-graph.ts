import { indexRepository } from '../graph/index/build.ts';
import { type CallGraphRequest, callGraphOf } from '../graph/index/call-graph.ts';
import { indexEdited } from '../graph/index/index-edited.ts';
import { openEmbeddedCatalog } from '../graph/store/embedded/catalog.ts';
import type { Neo4jCatalog } from '../graph/store/neo4j/catalog.ts';
import type { Neo4jSettings } from '../graph/store/neo4j/connection.ts';
import type { OnSent } from '../graph/store/neo4j/publish.ts';
import type { GraphCatalog } from '../graph/store/port.ts';
import type { OpenEditedGraph } from '../toolkit/ask-checkout.ts';
import { homeLayout, loadConfig } from './config/config.ts';
import { withHome } from './config/home.ts';
import type { OpenGraph } from './index-repository.ts';

/** The part of the composition root that commands on the graph alone need: it loads neither agents nor LangGraph. */
export const openGraph: OpenGraph = async (root, { signal, onProgress }) => {
  const { graphs, facts } = homeLayout(withHome(loadConfig()));
  const { store } = await indexRepository({
    root,
    catalog: openEmbeddedCatalog(graphs),
    cacheDir: facts,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  return store;
};

/** Of an edited checkout's graphs so many stay, those asked last. */
const editedRetention = { keep: 8, maxBytes: 2 ** 29 };

/**
 * Graphs of edited checkouts, kept in `dir` as long as that stays, so that they do not drive those of the user's
 * folders out of the cache.
 */
export function editedGraphs(dir: string, signal: AbortSignal): OpenEditedGraph {
  return async ({ base, edited, from }) => {
    const { graphs, facts } = homeLayout(withHome(loadConfig()));
    const own = openEmbeddedCatalog(dir, { retention: editedRetention });
    const others = openEmbeddedCatalog(graphs);
    const open = async (key: string) => (await own.open(key)) ?? (await others.open(key));
    const catalog: GraphCatalog = { ...own, open };
    return indexEdited({ base: base.snapshot, edited, from, dir, catalog, cacheDir: facts, signal });
  };
}

export const callGraph = (request: Omit<CallGraphRequest, 'cacheDir'>) =>
  callGraphOf({ ...request, cacheDir: homeLayout(withHome(loadConfig())).facts });

/** A Neo4j server to publish to; its driver is loaded only where one is wanted. The caller closes it. */
export async function openNeo4j(settings: Neo4jSettings, onSent?: OnSent): Promise<Neo4jCatalog> {
  const { openNeo4jCatalog } = await import('../graph/store/neo4j/catalog.ts');
  return openNeo4jCatalog(settings, { onSent });
}
