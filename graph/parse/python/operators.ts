import type { Expression } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import {
  childrenOf,
  type ExpressionReader,
  exactly,
  positionOf,
  type Reading,
  readExpression,
  textOf,
  typeOf,
} from './reading.ts';

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 92;
const isOperator = (code: number): boolean => '+-*/%@&|^<>'.includes(String.fromCharCode(code));

/** The operator of a binary or boolean operation, read backwards from its right operand. */
function operatorBefore(reading: Reading, node: Node, right: Node): string {
  const { text } = reading;
  let end = right.startIndex;
  while (isBlank(text.charCodeAt(end - 1))) end--;
  let start = end;
  if (text.startsWith('and', end - 3)) return 'and';
  if (text.startsWith('or', end - 2)) return 'or';
  while (isOperator(text.charCodeAt(start - 1))) start--;
  // Across a line break there may be comments in between; the parser knows.
  return start < end ? text.slice(start, end) : (node.childForFieldName('operator')?.type ?? '');
}

interface Operation {
  readonly node: Node;
  readonly right: Node;
}

/** The operations that a chain like `a + b + c` nests on its left, innermost first, and the innermost operand. */
function chainOf(reading: Reading, node: Node, type: string): { operations: Operation[]; first: Node } {
  const operations: Operation[] = [];
  let first = node;
  while (typeOf(reading, first) === type) {
    const [left, right] = exactly(2, reading, first);
    if (!left || !right) break;
    operations.push({ node: first, right });
    first = left;
  }
  return { operations: operations.reverse(), first };
}

/** Longer chains (texts put together over pages) become one `other`, so that nothing nests that deep. */
const longestChain = 50;

const readBinary: ExpressionReader = (reading, node) => {
  const { operations, first } = chainOf(reading, node, 'binary_operator');
  if (operations.length === 0) return readLoose(reading, node);
  if (operations.length > longestChain) {
    const parts = [first, ...operations.map(({ right }) => right)].map((each) =>
      readExpression(reading, each),
    );
    return { t: 'other', parts, at: positionOf(reading, node) };
  }
  const base = readExpression(reading, first, operations.length);
  return operations.reduce<Expression>((left, { node: operation, right }) => {
    const op = operatorBefore(reading, operation, right);
    return { t: 'binary', op, left, right: readExpression(reading, right), at: base.at };
  }, base);
};

interface Choice {
  readonly op: 'and' | 'or';
  readonly options: Expression[];
}

/** Same operators side by side are one choice: `a or b or c`. */
const readBoolean: ExpressionReader = (reading, node) => {
  const { operations, first } = chainOf(reading, node, 'boolean_operator');
  const [innermost] = operations;
  if (!innermost) return readLoose(reading, node);
  const base = readExpression(reading, first, 2);
  let choice: Choice = { op: opOf(reading, innermost), options: [base] };
  for (const operation of operations) {
    const op = opOf(reading, operation);
    if (op !== choice.op) choice = { op, options: [{ t: 'choice', ...choice, at: base.at }] };
    choice.options.push(readExpression(reading, operation.right));
  }
  return { t: 'choice', ...choice, at: base.at };
};

const opOf = (reading: Reading, { node, right }: Operation): 'and' | 'or' =>
  operatorBefore(reading, node, right) === 'and' ? 'and' : 'or';

/** What an operation with a missing part still says. */
function readLoose(reading: Reading, node: Node): Expression {
  const parts = childrenOf(reading, node).map((child) => readExpression(reading, child));
  return { t: 'other', parts, at: positionOf(reading, node) };
}

const readNot: ExpressionReader = (reading, node) => ({
  t: 'other',
  op: 'not',
  type: 'bool',
  parts: exactly(1, reading, node).map((child) => readExpression(reading, child)),
  at: positionOf(reading, node),
});

const isTypeCall = (part: Expression | undefined): boolean =>
  part?.t === 'call' && part.fn.t === 'name' && part.fn.id === 'type' && part.args.length === 1;

const readComparison: ExpressionReader = (reading, node) => {
  const parts = exactly(2, reading, node).map((child) => readExpression(reading, child));
  const at = positionOf(reading, node);
  if (parts.length !== 2 || !isTypeCall(parts[0])) return { t: 'other', parts, at };
  return { t: 'other', op: node.childForFieldName('operators')?.type, parts, at };
};

const readUnary: ExpressionReader = (reading, node) => {
  const at = positionOf(reading, node);
  const parts = exactly(1, reading, node).map((child) => readExpression(reading, child));
  const [operand] = parts;
  if (operand?.t !== 'const' || !['int', 'float'].includes(operand.type)) return { t: 'other', parts, at };
  const isNegative = textOf(reading, node).startsWith('-') && typeof operand.value === 'number';
  return isNegative ? { ...operand, value: -Number(operand.value), at } : { ...operand, at };
};

const readConditional: ExpressionReader = (reading, node) => {
  const at = positionOf(reading, node);
  const [body, condition, alternative] = exactly(3, reading, node);
  if (!body || !condition || !alternative) return readLoose(reading, node);
  // In order of evaluation, so that names bound in the test are bound before the rest is read.
  const test = readExpression(reading, condition);
  const options = [readExpression(reading, body), readExpression(reading, alternative)];
  return { t: 'choice', options, test, at };
};

export const operatorReaders: Readonly<Record<string, ExpressionReader>> = {
  binary_operator: readBinary,
  boolean_operator: readBoolean,
  not_operator: readNot,
  comparison_operator: readComparison,
  unary_operator: readUnary,
  conditional_expression: readConditional,
};
