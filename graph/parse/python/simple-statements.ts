import type { Node } from '../python-parser.ts';
import { narrow } from './narrowing.ts';
import {
  childrenOf,
  emit,
  exactly,
  lineOf,
  nameOf,
  type Reading,
  readExpression,
  type StatementReader,
  typeOf,
  use,
} from './reading.ts';

const readReturn: StatementReader = (reading, node) => {
  const [child] = exactly(1, reading, node);
  const value = child ? readExpression(reading, child) : null;
  emit(reading, { t: 'return', value, line: lineOf(reading, node) });
};

const readUses: StatementReader = (reading, node) => {
  for (const child of childrenOf(reading, node)) use(reading, readExpression(reading, child));
};

const readRaise: StatementReader = (reading, node) => {
  // Python 2 writes `raise Class, argument, traceback`.
  const [raised, ...others] = childrenOf(reading, node).flatMap((child) =>
    typeOf(reading, child) === 'expression_list' ? childrenOf(reading, child) : [child],
  );
  if (raised) emit(reading, { t: 'raise', value: readExpression(reading, raised) });
  for (const other of others) use(reading, readExpression(reading, other));
};

const readAssert: StatementReader = (reading, node) => {
  const [condition, message] = childrenOf(reading, node);
  if (!condition) return;
  const test = readExpression(reading, condition);
  use(reading, test);
  if (message) use(reading, readExpression(reading, message));
  narrow(reading, test, true, lineOf(reading, node), reading.blockEnd);
};

function namesOf(reading: Reading, node: Node): string[] {
  return childrenOf(reading, node)
    .filter((child) => typeOf(reading, child) === 'identifier')
    .map((child) => nameOf(reading, child));
}

const readGlobal: StatementReader = (reading, node) => {
  const names = namesOf(reading, node);
  for (const name of names) reading.frame.globals.add(name);
  emit(reading, { t: 'global', names });
};

const readNonlocal: StatementReader = (reading, node) =>
  emit(reading, { t: 'nonlocal', names: namesOf(reading, node) });

const nothing: StatementReader = () => undefined;

export const simpleReaders: Readonly<Record<string, StatementReader>> = {
  return_statement: readReturn,
  raise_statement: readRaise,
  assert_statement: readAssert,
  global_statement: readGlobal,
  nonlocal_statement: readNonlocal,
  print_statement: readUses,
  exec_statement: readUses,
  pass_statement: nothing,
  break_statement: nothing,
  continue_statement: nothing,
};
