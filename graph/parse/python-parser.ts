import { createRequire } from 'node:module';
import { Language, type Node, Parser, Query, type Tree } from 'web-tree-sitter';

export type { Node, Query, Tree, TreeCursor } from 'web-tree-sitter';

/** Tree-sitter with the Python grammar. Positions in its trees are 0-based and in UTF-16 code units. */
export interface PythonParser {
  /** The caller owns the tree and must `delete()` it. */
  parse(text: string): Tree;
  /** Compiles a `.scm` query. */
  query(source: string): Query;
  readonly language: Language;
}

let loading: Promise<PythonParser> | undefined;

async function load(): Promise<PythonParser> {
  await Parser.init();
  const wasm = createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm');
  const language = await Language.load(wasm);
  const parser = new Parser();
  parser.setLanguage(language);
  return {
    language,
    parse(text) {
      const tree = parser.parse(text);
      if (!tree) throw new Error('tree-sitter gave no tree');
      return tree;
    },
    query: (source) => new Query(language, source),
  };
}

/** One parser a thread, loaded on first use. */
export function loadPython(): Promise<PythonParser> {
  loading ??= load();
  return loading;
}

/** Whether the text parses without an error. */
export async function parses(text: string): Promise<boolean> {
  const tree = (await loadPython()).parse(text);
  try {
    return !tree.rootNode.hasError;
  } finally {
    tree.delete();
  }
}

/** Runs `read` on the text's syntax tree and frees the tree afterwards. */
export async function withTree<T>(text: string, read: (root: Node) => T): Promise<T> {
  const tree = (await loadPython()).parse(text);
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}
