import type { Node } from '../../graph/parse/python-parser.ts';

/** Named nodes from `root` on, each before what it holds, in order of the text. No recursion: any depth is safe. */
export function* namedNodes(root: Node): Generator<Node, void, undefined> {
  const stack: Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    for (const child of node.namedChildren.toReversed()) if (child) stack.push(child);
  }
}

/** 1-based line of a node's first character. */
export const lineOf = (node: Node): number => node.startPosition.row + 1;

/** 1-based column, in UTF-16 code units. */
export const columnOf = (node: Node): number => node.startPosition.column + 1;

/** 1-based line of a node's last character. */
export const endLineOf = (node: Node): number => node.endPosition.row + 1;
