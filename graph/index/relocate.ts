import type { GraphStore } from '../store/port.ts';

/**
 * The same graph for another folder with the same files: a copy, a worktree, a clone. Without this, who reads
 * files by `snapshot.root` would read them where they were when the graph was made.
 */
export function relocate(store: GraphStore, root: string, commit: string | null): GraphStore {
  const { snapshot } = store;
  if (snapshot.root === root && snapshot.commit === commit) return store;
  return {
    snapshot: { ...snapshot, root, commit },
    get: (id) => store.get(id),
    byName: (name) => store.byName(name),
    nearest: (name, limit, within) => store.nearest(name, limit, within),
    byQualifiedName: (name) => store.byQualifiedName(name),
    files: () => store.files(),
    inFile: (path) => store.inFile(path),
    atLine: (path, line) => store.atLine(path, line),
    neighbours: (id, query) => store.neighbours(id, query),
    closure: (id, query, depth) => store.closure(id, query, depth),
    path: (from, to, kinds) => store.path(from, to, kinds),
    search: (text, limit, kinds) => store.search(text, limit, kinds),
    stats: () => store.stats(),
    relations: () => store.relations(),
    terms: () => store.terms(),
    entities: () => store.entities(),
    close: () => store.close(),
  };
}
