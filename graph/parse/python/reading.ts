import type { Branch, Expression, Scope, ScopeIndex, Statement } from '../../domain/facts.ts';
import { type Position, positionAt } from '../../domain/position.ts';
import type { Node, Tree } from '../python-parser.ts';

/** Levels of nesting that are followed, of blocks and expressions together; CPython itself refuses 300. */
export const deepest = 300;

/** Source texts of values, annotations, defaults, decorators and bases are cut to this many characters. */
export const longestText = 200;

export type ExpressionReader = (reading: Reading, node: Node) => Expression;
export type StatementReader = (reading: Reading, node: Node) => void;

/** What reads a node, by the node's type id; `undefined` where a type has no reading of its own. */
export interface Grammar {
  readonly types: readonly (string | undefined)[];
  readonly expressions: readonly (ExpressionReader | undefined)[];
  readonly simple: readonly (StatementReader | undefined)[];
  readonly compound: readonly (StatementReader | undefined)[];
  parse(text: string): Tree;
}

/** A scope while it is read. */
export interface Frame {
  readonly index: ScopeIndex;
  readonly kind: Scope['t'];
  readonly parent: Frame | null;
  readonly body: Statement[];
  readonly branches: Branch[];
  /** Names that `global` statements of this scope hand to the module. */
  readonly globals: Set<string>;
  /** Offsets `[from, to, from, to, …]` of the definitions nested in its text. */
  readonly holes: number[];
  /** How many `if`, `try`, `with`, loops and `match` of this scope are around the current statement. */
  conditional: number;
  isGenerator: boolean;
}

/** The state of one pass over one file. */
export interface Reading {
  readonly grammar: Grammar;
  /** Replaced while the text of a quoted annotation is read. */
  text: string;
  /** Where `text` begins in the file, 0-based. */
  origin: { readonly row: number; readonly column: number };
  readonly scopes: Scope[];
  frame: Frame;
  depth: number;
  /** Strings are annotations in quotes. */
  inAnnotation: boolean;
  /** Last line of the last statement read. */
  lastLine: number;
  /** Last line of the block that is being read. */
  blockEnd: number;
  readonly cutLines: Set<number>;
}

export const lineOf = (reading: Reading, node: Node): number =>
  node.startPosition.row + 1 + reading.origin.row;

export const endLineOf = (reading: Reading, node: Node): number =>
  node.endPosition.row + 1 + reading.origin.row;

export function positionOf({ origin }: Reading, node: Node): Position {
  const { row, column } = node.startPosition;
  return positionAt(row + 1 + origin.row, column + 1 + (row === 0 ? origin.column : 0));
}

export const typeOf = (reading: Reading, node: Node): string => reading.grammar.types[node.typeId] ?? 'ERROR';

export const textOf = ({ text }: Reading, node: Node): string => text.slice(node.startIndex, node.endIndex);

export const shortTextOf = ({ text }: Reading, node: Node): string =>
  text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + longestText));

/** Whether nodes of this type may stand anywhere. */
export const isExtra = (type: string): boolean => type === 'comment' || type === 'line_continuation';

/** A compound statement or clause in its parts. */
export interface Compound {
  /** What stands before the block. */
  readonly head: readonly Node[];
  readonly block: Node | undefined;
  /** `elif`, `else`, `except`, `finally`. */
  readonly clauses: readonly Node[];
}

/** Takes a compound statement apart; pieces in it that do not parse are read as statements of their own. */
export function compoundOf(reading: Reading, node: Node): Compound {
  const head: Node[] = [];
  const clauses: Node[] = [];
  let block: Node | undefined;
  for (const child of childrenOf(reading, node)) {
    const type = typeOf(reading, child);
    if (type === 'ERROR') readStatement(reading, child);
    else if (type === 'block') block ??= child;
    else if (type.endsWith('_clause') && type !== 'with_clause' && type !== 'if_clause') clauses.push(child);
    else head.push(child);
  }
  return { head, block, clauses };
}

/** Named children without comments, which may stand anywhere. */
export const childrenOf = (reading: Reading, node: Node): readonly Node[] => {
  const children = node.namedChildren;
  return children.some((child) => isExtra(typeOf(reading, child)))
    ? children.filter((child) => !isExtra(typeOf(reading, child)))
    : children;
};

/** As `childrenOf`, without the look for comments when the children are as few as the node has anyway. */
export const exactly = (count: number, reading: Reading, node: Node): readonly Node[] => {
  const children = node.namedChildren;
  return children.length <= count ? children : childrenOf(reading, node);
};

const isIdentifierPart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || (code >= 48 && code <= 57);

/** The name an identifier node spells, in the form Python compares names by (PEP 3131: NFKC). */
export function nameOf(reading: Reading, node: Node): string {
  const { text } = reading;
  let end = node.startIndex;
  // Asking the parser for the end costs more than finding it.
  while (isIdentifierPart(text.charCodeAt(end))) end++;
  return text.charCodeAt(end) < 128 || end === text.length
    ? text.slice(node.startIndex, end)
    : textOf(reading, node).normalize('NFKC');
}

const nothing = (reading: Reading, node: Node): Expression => ({
  t: 'other',
  parts: [],
  at: positionOf(reading, node),
});

function cut(reading: Reading, node: Node): Expression {
  reading.cutLines.add(lineOf(reading, node));
  return nothing(reading, node);
}

/** Reads `node`, `levels` deeper than what is around it. */
export function readExpression(reading: Reading, node: Node, levels = 1): Expression {
  if (reading.depth + levels > deepest) return cut(reading, node);
  const read = reading.grammar.expressions[node.typeId];
  if (!read) return readParts(reading, node);
  reading.depth += levels;
  const expression = read(reading, node);
  reading.depth -= levels;
  return expression;
}

/** A node without a reading of its own: what its children say. */
function readParts(reading: Reading, node: Node): Expression {
  const at = positionOf(reading, node);
  reading.depth++;
  const parts = childrenOf(reading, node).map((child) => readExpression(reading, child));
  reading.depth--;
  return { t: 'other', parts, at };
}

/** Type id of nodes around text that does not parse. */
const errorType = 0xffff;

/** Reads a statement into the current scope. */
export function readStatement(reading: Reading, node: Node): void {
  const type = node.typeId;
  // The pieces of what could not be put together, as far as they stand for themselves.
  if (type === errorType) {
    readBlock(reading, node);
    return;
  }
  const compound = reading.grammar.compound[type];
  if (compound) {
    compound(reading, node);
    return;
  }
  if (isExtra(reading.grammar.types[type] ?? '')) return;
  const simple = reading.grammar.simple[type];
  if (simple) simple(reading, node);
  else use(reading, readExpression(reading, node));
  reading.lastLine = Math.max(reading.lastLine, endLineOf(reading, node));
}

/** Blocks with more statements are not held in memory as a whole. */
const manyStatements = 500;

/** A node keeps its children, and these theirs: here each statement's nodes are free once it is read. */
function readOneByOne(reading: Reading, block: Node): void {
  const cursor = block.walk();
  try {
    for (let more = cursor.gotoFirstChild(); more; more = cursor.gotoNextSibling())
      if (cursor.nodeIsNamed) readStatement(reading, cursor.currentNode);
  } finally {
    cursor.delete();
  }
}

/** Reads the statements of a block, or of the module. */
export function readBlock(reading: Reading, block: Node): void {
  if (reading.depth >= deepest) {
    reading.cutLines.add(lineOf(reading, block));
    return;
  }
  const around = reading.blockEnd;
  reading.blockEnd = endLineOf(reading, block);
  reading.depth++;
  if (block.namedChildCount < manyStatements)
    for (const child of block.namedChildren) readStatement(reading, child);
  else readOneByOne(reading, block);
  reading.depth--;
  reading.blockEnd = around;
}

export function emit(reading: Reading, statement: Statement): void {
  reading.frame.body.push(statement);
}

const saysNothing = (value: Expression): boolean =>
  value.t === 'const' || (value.t === 'other' && value.parts.length === 0);

/** Notes that an expression is evaluated; a literal says nothing. */
export function use(reading: Reading, value: Expression): void {
  if (!saysNothing(value)) emit(reading, { t: 'use', value });
}
