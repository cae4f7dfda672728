import type { Expression } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import { narrow } from './narrowing.ts';
import {
  type Compound,
  childrenOf,
  compoundOf,
  endLineOf,
  lineOf,
  type Reading,
  readBlock,
  readExpression,
  type StatementReader,
  typeOf,
  use,
} from './reading.ts';

/** Reads what runs only sometimes, or more than once. */
export function conditionally(reading: Reading, read: () => void): void {
  const { frame } = reading;
  frame.conditional++;
  read();
  frame.conditional--;
}

/** Reads a block that runs only sometimes; `from` is where what it binds begins, where that is before it. */
export function readConditionalBlock(reading: Reading, block: Node, from: Node = block, loop = false): void {
  const [fromLine, untilLine] = [lineOf(reading, from), endLineOf(reading, block)];
  reading.frame.branches.push({ fromLine, untilLine, leaves: leaves(reading, block), loop });
  conditionally(reading, () => readBlock(reading, block));
}

/** Notes that the block from line `last` on is the last of those from line `first` on, of which one must run. */
export function closeBranches({ frame }: Reading, first: number, last: number): void {
  const at = frame.branches.findIndex(({ fromLine }) => fromLine === last);
  const branch = frame.branches[at];
  if (branch && first < last) frame.branches[at] = { ...branch, closes: first };
}

/** Reads a block that runs only when `test` holds. */
function readBranch(reading: Reading, block: Node, test: Expression | undefined, loop = false): void {
  if (test) narrow(reading, test, true, lineOf(reading, block), endLineOf(reading, block));
  readConditionalBlock(reading, block, block, loop);
}

const leaving = new Set(['return_statement', 'raise_statement', 'continue_statement', 'break_statement']);

/** Whether nothing after the block runs: it ends with `return`, `raise`, `continue` or `break`. */
function leaves(reading: Reading, block: Node | undefined): boolean {
  const last = block && childrenOf(reading, block).at(-1);
  return last !== undefined && leaving.has(typeOf(reading, last));
}

function readTest(reading: Reading, node: Node): Expression {
  const test = readExpression(reading, node);
  use(reading, test);
  return test;
}

/** In all clauses after a test it has failed: said once, for the first of them up to the end of the statement. */
function readAlternatives(reading: Reading, clauses: readonly Node[], first: Expression, end: number): void {
  let failed: Expression | undefined = first;
  for (const clause of clauses) {
    if (failed) narrow(reading, failed, false, lineOf(reading, clause), end);
    const { head, block } = compoundOf(reading, clause);
    const [condition] = head;
    const test = condition && readTest(reading, condition);
    if (block) readBranch(reading, block, test);
    failed = test;
  }
}

/** What holds after the whole statement: what comes there has not gone through a branch that left. */
function narrowAfter(reading: Reading, node: Node, test: Expression, { block, clauses }: Compound): void {
  const after = endLineOf(reading, node) + 1;
  const [only, ...more] = clauses;
  if (leaves(reading, block)) narrow(reading, test, false, after, reading.blockEnd);
  else if (only && more.length === 0 && typeOf(reading, only) === 'else_clause') {
    const { block: otherwise } = compoundOf(reading, only);
    if (leaves(reading, otherwise)) narrow(reading, test, true, after, reading.blockEnd);
  }
}

const readIf: StatementReader = (reading, node) => {
  const parts = compoundOf(reading, node);
  const [condition] = parts.head;
  if (!condition) return;
  const test = readTest(reading, condition);
  if (parts.block) readBranch(reading, parts.block, test);
  readAlternatives(reading, parts.clauses, test, endLineOf(reading, node));
  const last = parts.clauses.at(-1);
  const otherwise =
    last && typeOf(reading, last) === 'else_clause' ? compoundOf(reading, last).block : undefined;
  if (parts.block && otherwise)
    closeBranches(reading, lineOf(reading, parts.block), lineOf(reading, otherwise));
  narrowAfter(reading, node, test, parts);
};

const readWhile: StatementReader = (reading, node) => {
  const { head, block, clauses } = compoundOf(reading, node);
  const [condition] = head;
  const test = condition && readTest(reading, condition);
  if (block) readBranch(reading, block, test, true);
  for (const clause of clauses) readClauseBlock(reading, clause);
};

/** The block of an `else` or `finally`. */
export function readClauseBlock(reading: Reading, clause: Node): void {
  const { block } = compoundOf(reading, clause);
  if (!block) return;
  if (typeOf(reading, clause) === 'finally_clause') conditionally(reading, () => readBlock(reading, block));
  else readConditionalBlock(reading, block);
}

export const branchReaders: Readonly<Record<string, StatementReader>> = {
  if_statement: readIf,
  while_statement: readWhile,
};
