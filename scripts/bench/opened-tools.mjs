import { openGraph, openNeo4j } from '../../dist/services/compose-graph.js';
import { loadNeo4j } from '../../dist/services/config/neo4j.js';
import { openCheckoutView } from '../../dist/toolkit/checkout-view.js';
import { invoke } from '../../dist/toolkit/invoke.js';
import { registry } from '../../dist/toolkit/registry.js';

const toolsOn = async (graph, root, close) => {
  const view = await openCheckoutView(root);
  const context = { ...view, graph };
  return { graph, view, close, ask: (name, input) => invoke(registry, name, input, context) };
};

/** The tools on a folder and its graph in the embedded store; `ask(name, input)` gives output and text. */
export async function openTools(folder) {
  const graph = await openGraph(folder, {});
  return toolsOn(graph, graph.snapshot.root, () => graph.close());
}

/** The tools on a folder and its graph of that key in Neo4j, where it was pushed before. */
export async function openToolsOnNeo4j(folder, uri, key) {
  const catalog = await openNeo4j(loadNeo4j(uri));
  const graph = await catalog.open(key);
  if (!graph) throw new Error(`no graph ${key} at ${uri}`);
  return toolsOn(graph, folder, () => catalog.close());
}
