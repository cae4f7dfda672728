import type { Expression, Scope } from '../../domain/facts.ts';
import { noTerms } from '../../domain/term-counts.ts';
import type { Node } from '../python-parser.ts';
import { bindUnpacked } from './bindings.ts';
import { narrow } from './narrowing.ts';
import { readParameters } from './parameters.ts';
import {
  childrenOf,
  type ExpressionReader,
  emit,
  endLineOf,
  exactly,
  lineOf,
  positionOf,
  type Reading,
  readExpression,
  typeOf,
  use,
} from './reading.ts';
import { enter, leave } from './scopes.ts';
import { readTarget } from './targets.ts';

function linesOf(reading: Reading, node: Node): Pick<Scope, 'startLine' | 'defLine' | 'endLine'> {
  const line = lineOf(reading, node);
  return { startLine: line, defLine: line, endLine: endLineOf(reading, node) };
}

const readLambda: ExpressionReader = (reading, node) => {
  const children = childrenOf(reading, node);
  const list = children.find((child) => typeOf(reading, child) === 'lambda_parameters');
  const { parameters, unpacked } = readParameters(reading, list);
  const lines = linesOf(reading, node);
  const conditional = reading.frame.conditional > 0;
  const frame = enter(reading, 'lambda');
  bindUnpacked(reading, unpacked);
  const body = children.at(-1);
  const value = body && body !== list ? readExpression(reading, body) : null;
  emit(reading, { t: 'return', value, line: lines.startLine });
  const parent = frame.parent?.index ?? null;
  const scope = leave(reading, frame, {
    t: 'lambda',
    parent,
    ...lines,
    conditional,
    parameters,
    body: frame.body,
    terms: noTerms,
  });
  return { t: 'lambda', scope, at: positionOf(reading, node) };
};

function readForClause(reading: Reading, clause: Node): void {
  const [left, ...sources] = childrenOf(reading, clause);
  const [source] = sources;
  if (!left || !source) return;
  const items = sources.map((child) => readExpression(reading, child));
  const [only] = items;
  const value: Expression =
    items.length === 1 && only ? only : { t: 'tuple', items, at: positionOf(reading, source) };
  const isAsync = reading.text.startsWith('async', clause.startIndex);
  for (const target of readTarget(reading, left)) {
    emit(reading, {
      t: 'bind',
      form: 'for',
      target,
      value,
      annotation: null,
      line: lineOf(reading, clause),
      endLine: endLineOf(reading, clause),
      isAsync: isAsync || undefined,
    });
  }
}

function readClause(reading: Reading, clause: Node, fromLine: number, untilLine: number): void {
  if (typeOf(reading, clause) === 'for_in_clause') {
    readForClause(reading, clause);
    return;
  }
  for (const child of childrenOf(reading, clause)) {
    const test = readExpression(reading, child);
    use(reading, test);
    narrow(reading, test, true, fromLine, untilLine);
  }
}

function readElement(reading: Reading, element: Node): Expression {
  const [key, value] = typeOf(reading, element) === 'pair' ? exactly(2, reading, element) : [];
  if (!key || !value) return readExpression(reading, element);
  const items = [readExpression(reading, key), readExpression(reading, value)];
  return { t: 'tuple', items, at: positionOf(reading, element) };
}

const readComprehension =
  (of: Extract<Expression, { t: 'comp' }>['of']): ExpressionReader =>
  (reading, node) => {
    const [element, ...clauses] = childrenOf(reading, node);
    const lines = linesOf(reading, node);
    const conditional = reading.frame.conditional > 0;
    const frame = enter(reading, 'comprehension');
    for (const clause of clauses) readClause(reading, clause, lines.startLine, lines.endLine);
    const value = element ? readElement(reading, element) : null;
    emit(reading, { t: 'return', value, line: element ? lineOf(reading, element) : lines.startLine });
    const scope = leave(reading, frame, {
      t: 'comprehension',
      parent: frame.parent?.index ?? null,
      ...lines,
      conditional,
      body: frame.body,
      terms: noTerms,
    });
    return { t: 'comp', of, scope, at: positionOf(reading, node) };
  };

export const nestedScopeReaders: Readonly<Record<string, ExpressionReader>> = {
  lambda: readLambda,
  list_comprehension: readComprehension('list'),
  set_comprehension: readComprehension('set'),
  dictionary_comprehension: readComprehension('dict'),
  generator_expression: readComprehension('generator'),
};
