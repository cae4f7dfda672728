import { indexRepository } from '../graph/index/build.ts';
import { type CallGraphRequest, callGraphOf } from '../graph/index/call-graph.ts';
import { openEmbeddedCatalog } from '../graph/store/embedded/catalog.ts';
import type { Neo4jCatalog } from '../graph/store/neo4j/catalog.ts';
import type { Neo4jSettings } from '../graph/store/neo4j/connection.ts';
import type { OnSent } from '../graph/store/neo4j/publish.ts';
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

export const callGraph = (request: Omit<CallGraphRequest, 'cacheDir'>) =>
  callGraphOf({ ...request, cacheDir: homeLayout(withHome(loadConfig())).facts });

/** A Neo4j server to publish to; its driver is loaded only where one is wanted. The caller closes it. */
export async function openNeo4j(settings: Neo4jSettings, onSent?: OnSent): Promise<Neo4jCatalog> {
  const { openNeo4jCatalog } = await import('../graph/store/neo4j/catalog.ts');
  return openNeo4jCatalog(settings, { onSent });
}
