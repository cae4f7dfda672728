import { type Node, withTree } from '../../graph/parse/python-parser.ts';
import { endLineOf, lineOf } from './walk-tree.ts';

/** Lines of statements that run when the module is imported, other than definitions, imports and plain values. */
export interface CodeRange {
  readonly start_line: number;
  readonly end_line: number;
}

const definitions = new Set(['function_definition', 'class_definition', 'decorated_definition']);
const imports = new Set(['import_statement', 'import_from_statement', 'future_import_statement']);

const isPlain = (node: Node): boolean => {
  if (node.type !== 'expression_statement') return false;
  const [inner] = node.namedChildren;
  return inner?.type === 'string' || inner?.type === 'assignment';
};

function rangesIn(root: Node): CodeRange[] {
  const ranges: CodeRange[] = [];
  let isOpen = false;
  for (const node of root.namedChildren) {
    if (!node || node.type === 'comment') continue;
    const isCode = !definitions.has(node.type) && !imports.has(node.type) && !isPlain(node);
    const last = ranges.at(-1);
    const range = { start_line: lineOf(node), end_line: endLineOf(node) };
    if (isCode && isOpen && last) ranges[ranges.length - 1] = { ...last, end_line: range.end_line };
    else if (isCode) ranges.push(range);
    isOpen = isCode;
  }
  return ranges;
}

/** Ranges of such statements, in order; neighbours are joined. */
export const moduleCode = (text: string): Promise<CodeRange[]> => withTree(text, rangesIn);
