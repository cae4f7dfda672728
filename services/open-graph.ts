import { indexRepository } from '../graph/index/build.ts';
import { type CallGraphRequest, callGraphOf } from '../graph/index/call-graph.ts';
import { openEmbeddedCatalog } from '../graph/store/embedded/catalog.ts';
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
