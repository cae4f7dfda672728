import type { Node } from '../python-parser.ts';
import { bindClause } from './bindings.ts';
import { conditionally, readClauseBlock, readConditionalBlock } from './branches.ts';
import {
  childrenOf,
  compoundOf,
  endLineOf,
  exactly,
  lineOf,
  type Reading,
  readBlock,
  readExpression,
  type StatementReader,
  typeOf,
  use,
} from './reading.ts';

const isAsync = ({ text }: Reading, node: Node): true | undefined =>
  text.startsWith('async', node.startIndex) || undefined;

const readFor: StatementReader = (reading, node) => {
  const { head, block, clauses } = compoundOf(reading, node);
  const [target, source] = head;
  if (target && source) readForTarget(reading, node, target, source);
  if (block) readConditionalBlock(reading, block, node, true);
  for (const clause of clauses) readClauseBlock(reading, clause);
};

function readForTarget(reading: Reading, node: Node, target: Node, source: Node): void {
  bindClause(reading, {
    form: 'for',
    target,
    value: readExpression(reading, source),
    line: lineOf(reading, node),
    endLine: endLineOf(reading, source),
    isAsync: isAsync(reading, node),
  });
}

function readWithItem(reading: Reading, item: Node, statement: Node): void {
  const [value] = childrenOf(reading, item);
  if (!value) return;
  const [manager, target] = typeOf(reading, value) === 'as_pattern' ? exactly(2, reading, value) : [];
  if (!manager || !target) {
    use(reading, readExpression(reading, value));
    return;
  }
  bindClause(reading, {
    form: 'with',
    target,
    value: readExpression(reading, manager),
    line: lineOf(reading, value),
    endLine: endLineOf(reading, value),
    isAsync: isAsync(reading, statement),
  });
}

const readWith: StatementReader = (reading, node) => {
  const { head, block } = compoundOf(reading, node);
  for (const item of head.flatMap((clause) => childrenOf(reading, clause))) readWithItem(reading, item, node);
  if (block) conditionally(reading, () => readBlock(reading, block));
};

/** Python 2 writes `except Error, name`; since Python 3.14 `except A, B` may be two types. */
function isOldName({ text }: Reading, node: Node): boolean {
  return /^[a-z_]/.test(text.slice(node.startIndex, node.startIndex + 1));
}

function readHandled(reading: Reading, clause: Node, nodes: readonly Node[]): void {
  const [first, second] = nodes;
  if (!first) return;
  const [type, alias] =
    typeOf(reading, first) === 'as_pattern' ? exactly(2, reading, first) : [first, second];
  const isBound = alias && (alias !== second || (nodes.length === 2 && isBindable(reading, alias)));
  if (!type || !isBound) {
    for (const node of nodes) use(reading, readExpression(reading, node));
    return;
  }
  bindClause(reading, {
    form: 'except',
    target: alias,
    value: readExpression(reading, type),
    line: lineOf(reading, clause),
    endLine: endLineOf(reading, alias),
  });
}

const isBindable = (reading: Reading, node: Node): boolean =>
  typeOf(reading, node) === 'identifier' && isOldName(reading, node);

function readHandler(reading: Reading, clause: Node): void {
  const { head, block } = compoundOf(reading, clause);
  readHandled(reading, clause, head);
  if (block) readConditionalBlock(reading, block, clause);
}

const readTry: StatementReader = (reading, node) => {
  const { block, clauses } = compoundOf(reading, node);
  if (block) readConditionalBlock(reading, block);
  for (const clause of clauses) {
    if (typeOf(reading, clause).startsWith('except')) readHandler(reading, clause);
    else readClauseBlock(reading, clause);
  }
};

export const compoundReaders: Readonly<Record<string, StatementReader>> = {
  for_statement: readFor,
  with_statement: readWith,
  try_statement: readTry,
  block: readBlock,
};
