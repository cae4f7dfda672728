import { type Node, withTree } from '../../../graph/parse/python-parser.ts';

/** Trees larger than this are not read: a generated file, not one that is repaired by hand. */
const maxNodes = 400_000;

interface Shape {
  readonly type: string;
  readonly named: boolean;
  /** The grammar's field it fills in its parent. */
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
}

/**
 * A node of the syntax tree, copied out of the parser: cheap to read, and still there when the parser's tree is
 * freed. Offsets and columns count UTF-16 code units; lines are 1-based. Comments are left out.
 */
export class Syntax implements Shape {
  readonly source: string;
  readonly parent: Syntax | null;
  readonly children: Syntax[] = [];
  readonly type: string;
  readonly named: boolean;
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;

  constructor(source: string, parent: Syntax | null, shape: Shape) {
    this.source = source;
    this.parent = parent;
    this.type = shape.type;
    this.named = shape.named;
    this.field = shape.field;
    this.start = shape.start;
    this.end = shape.end;
    this.line = shape.line;
    this.column = shape.column;
    this.endLine = shape.endLine;
  }

  get text(): string {
    return this.source.slice(this.start, this.end);
  }

  /** Its named children: without punctuation and keywords. */
  get parts(): readonly Syntax[] {
    return this.children.filter(({ named }) => named);
  }

  /** The first child of that grammar field. */
  at(field: string): Syntax | undefined {
    return this.children.find((child) => child.field === field);
  }

  contains(other: Syntax): boolean {
    return this.start <= other.start && other.end <= this.end;
  }
}

const skipped = new Set(['comment', 'line_continuation']);

type Cursor = ReturnType<Node['walk']>;

/** The grammar counts the carriage return after a comment as part of it, and of the blocks that it ends. */
const withoutReturn = (source: string, end: number) =>
  source[end - 1] === '\r' && source[end] === '\n' ? end - 1 : end;

function shapeAt(cursor: Cursor, source: string): Shape {
  const { row, column } = cursor.startPosition;
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName,
    start: cursor.startIndex,
    end: withoutReturn(source, cursor.endIndex),
    line: row + 1,
    column,
    endLine: cursor.endPosition.row + 1,
  };
}

/** Copies the tree without recursion, so that no depth of nesting overflows. */
function copy(root: Node, source: string): Syntax | undefined {
  const cursor = root.walk();
  const top = new Syntax(source, null, shapeAt(cursor, source));
  let node = top;
  try {
    let more = cursor.gotoFirstChild();
    for (let count = 1; more; count += 1) {
      if (count > maxNodes) return undefined;
      const child: Syntax = new Syntax(source, node, shapeAt(cursor, source));
      const kept = !skipped.has(child.type);
      if (kept) node.children.push(child);
      if (kept && cursor.gotoFirstChild()) {
        node = child;
        continue;
      }
      more = cursor.gotoNextSibling();
      while (!more && node.parent && cursor.gotoParent()) {
        node = node.parent;
        more = cursor.gotoNextSibling();
      }
    }
    return top;
  } finally {
    cursor.delete();
  }
}

/** The file's syntax, `undefined` when the file is far too large. */
export const readSyntax = (source: string): Promise<Syntax | undefined> =>
  withTree(source, (root) => copy(root, source));
