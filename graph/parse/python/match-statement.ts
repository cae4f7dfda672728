import type { Expression, Target } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import { closeBranches, conditionally, readConditionalBlock } from './branches.ts';
import {
  childrenOf,
  compoundOf,
  deepest,
  emit,
  endLineOf,
  lineOf,
  nameOf,
  positionOf,
  type Reading,
  readExpression,
  type StatementReader,
  textOf,
  typeOf,
  use,
} from './reading.ts';

/** The whole subject, where a pattern stands for it; `null` for a part of it. */
type Subject = Expression | null;

interface Lines {
  readonly fromLine: number;
  readonly untilLine: number;
}

function capture(reading: Reading, node: Node, subject: Subject): void {
  const name = nameOf(reading, node);
  if (name === '_') return;
  const target: Target = { t: 'name', id: name, at: positionOf(reading, node) };
  const line = lineOf(reading, node);
  emit(reading, {
    t: 'bind',
    form: 'pattern',
    target,
    value: subject,
    annotation: null,
    line,
    endLine: line,
  });
}

/** `a` captures; `a.b` is a value to compare with (PEP 634). */
function readDotted(reading: Reading, node: Node, subject: Subject): void {
  const [first, ...rest] = childrenOf(reading, node);
  if (!first) return;
  if (rest.length === 0) capture(reading, first, subject);
  else use(reading, dotted(reading, first, rest));
}

function dotted(reading: Reading, first: Node, rest: readonly Node[]): Expression {
  const root: Expression = { t: 'name', id: nameOf(reading, first), at: positionOf(reading, first) };
  return rest
    .slice(0, deepest)
    .reduce<Expression>(
      (of, node) => ({ t: 'attr', of, name: nameOf(reading, node), at: positionOf(reading, node) }),
      root,
    );
}

function readClassPattern(reading: Reading, node: Node, subject: Subject, lines: Lines): void {
  const [name, ...patterns] = childrenOf(reading, node);
  const [first, ...rest] = name ? childrenOf(reading, name) : [];
  if (!first) return;
  const type = dotted(reading, first, rest);
  use(reading, type);
  if (subject?.t === 'name' || subject?.t === 'attr')
    emit(reading, { t: 'narrow', of: subject, type, negated: false, ...lines });
  for (const pattern of patterns) {
    const keyword = keywordOf(reading, pattern);
    const at = positionOf(reading, pattern);
    const part: Subject =
      subject && keyword ? { t: 'attr', of: subject, name: nameOf(reading, keyword), at } : null;
    readPattern(reading, pattern, part, lines);
  }
}

/** The name in `name=pattern`, also in `name=pattern as x`, which the grammar reads as `(name=pattern) as x`. */
function keywordOf(reading: Reading, pattern: Node): Node | undefined {
  let inner = pattern.firstNamedChild;
  if (inner && typeOf(reading, inner) === 'as_pattern')
    inner = inner.firstNamedChild?.firstNamedChild ?? null;
  if (!inner || typeOf(reading, inner) !== 'keyword_pattern') return undefined;
  return childrenOf(reading, inner)[0];
}

function readAs(reading: Reading, node: Node, subject: Subject, lines: Lines): void {
  const [pattern, name] = childrenOf(reading, node);
  if (!pattern || !name) return;
  capture(reading, name, subject);
  const captured: Expression = { t: 'name', id: nameOf(reading, name), at: positionOf(reading, name) };
  readPattern(reading, pattern, captured, lines);
}

type Part = Extract<Expression, { t: 'item' | 'attr' }>;

const itemOf = (of: Subject, index: Expression): Part | null => of && { t: 'item', of, index, at: of.at };

const sequences = new Set(['list_pattern', 'tuple_pattern']);

/** Patterns of a sequence: items by their index, up to a starred one. In parentheses without a comma it is none. */
function readSequence(reading: Reading, node: Node, subject: Subject, lines: Lines): void {
  const patterns = childrenOf(reading, node);
  if (patterns.length === 1 && !node.children.some(({ type }) => type === ',' || type === '[')) {
    readParts(reading, node, subject, lines);
    return;
  }
  let isKnown = true;
  patterns.forEach((pattern, index) => {
    const [inner] = childrenOf(reading, pattern);
    isKnown &&= inner === undefined || typeOf(reading, inner) !== 'splat_pattern';
    const at = positionOf(reading, pattern);
    const item = isKnown ? itemOf(subject, { t: 'const', type: 'int', value: index, at }) : null;
    readPattern(reading, pattern, item, lines);
  });
}

/** `{key: pattern}`: keys and patterns stand side by side. */
function readMapping(reading: Reading, node: Node, subject: Subject, lines: Lines): void {
  let key: Expression | undefined;
  for (const child of childrenOf(reading, node)) {
    if (typeOf(reading, child) === 'splat_pattern') readStarred(reading, child);
    else if (key === undefined) key = readExpression(reading, child);
    else {
      readPattern(reading, child, itemOf(subject, key), lines);
      key = undefined;
    }
  }
}

function readParts(reading: Reading, node: Node, subject: Subject, lines: Lines): void {
  for (const child of childrenOf(reading, node)) readPattern(reading, child, subject, lines);
}

/** `name=pattern`: what the grammar takes for its capture is the pattern's. */
function readKeyword(reading: Reading, node: Node, subject: Subject, lines: Lines): void {
  const [, pattern] = childrenOf(reading, node);
  if (pattern) readPattern(reading, pattern, subject, lines);
}

function readStarred(reading: Reading, node: Node): void {
  const [name] = childrenOf(reading, node);
  if (name) capture(reading, name, null);
}

function readPattern(reading: Reading, node: Node, subject: Subject, lines: Lines): void {
  if (reading.depth >= deepest) {
    reading.cutLines.add(lineOf(reading, node));
    return;
  }
  reading.depth++;
  const type = typeOf(reading, node);
  if (type === 'dotted_name') readDotted(reading, node, subject);
  else if (type === 'identifier') capture(reading, node, subject);
  else if (type === 'class_pattern') readClassPattern(reading, node, subject, lines);
  else if (type === 'as_pattern') readAs(reading, node, subject, lines);
  else if (type === 'splat_pattern') readStarred(reading, node);
  else if (type === 'keyword_pattern') readKeyword(reading, node, subject, lines);
  else if (sequences.has(type)) readSequence(reading, node, subject, lines);
  else if (type === 'dict_pattern') readMapping(reading, node, subject, lines);
  // Only one alternative of several need hold, so none of them tells the subject's type.
  else if (type === 'union_pattern' || type === 'complex_pattern') readParts(reading, node, null, lines);
  else if (type === 'case_pattern') readParts(reading, node, subject, lines);
  reading.depth--;
}

function readCase(reading: Reading, clause: Node, subject: Subject): void {
  const lines = { fromLine: lineOf(reading, clause), untilLine: endLineOf(reading, clause) };
  const children = childrenOf(reading, clause);
  const patterns = children.filter((child) => typeOf(reading, child) === 'case_pattern');
  for (const pattern of patterns)
    readPattern(reading, pattern, patterns.length === 1 ? subject : null, lines);
  for (const child of children) {
    const type = typeOf(reading, child);
    if (type === 'if_clause')
      for (const test of childrenOf(reading, child)) use(reading, readExpression(reading, test));
    else if (type === 'block') readConditionalBlock(reading, child, clause);
  }
}

/** `case _:` or `case name:`, without a condition. */
function takesAll(reading: Reading, clause: Node): boolean {
  const [pattern, next] = childrenOf(reading, clause);
  if (!pattern || !next || typeOf(reading, next) !== 'block') return false;
  const [inner] = childrenOf(reading, pattern);
  if (!inner) return textOf(reading, pattern) === '_';
  return typeOf(reading, inner) === 'dotted_name' && childrenOf(reading, inner).length === 1;
}

const readMatch: StatementReader = (reading, node) => {
  const { head, block } = compoundOf(reading, node);
  const subjects = head.map((child) => readExpression(reading, child));
  for (const subject of subjects) use(reading, subject);
  const [only] = subjects;
  const subject = subjects.length === 1 && only ? only : null;
  const clauses = block ? childrenOf(reading, block) : [];
  for (const clause of clauses) conditionally(reading, () => readCase(reading, clause, subject));
  const [first, last] = [clauses[0], clauses.at(-1)];
  if (first && last && takesAll(reading, last))
    closeBranches(reading, lineOf(reading, first), lineOf(reading, last));
};

export const matchReaders: Readonly<Record<string, StatementReader>> = { match_statement: readMatch };
