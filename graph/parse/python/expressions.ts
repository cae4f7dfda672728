import type { Expression } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import {
  childrenOf,
  type ExpressionReader,
  emit,
  endLineOf,
  exactly,
  isExtra,
  lineOf,
  nameOf,
  positionOf,
  type Reading,
  readExpression,
  shortTextOf,
  typeOf,
} from './reading.ts';
import { nearest } from './scopes.ts';

const readName: ExpressionReader = (reading, node) => ({
  t: 'name',
  id: nameOf(reading, node),
  at: positionOf(reading, node),
});

const empty: ExpressionReader = (reading, node) => ({ t: 'other', parts: [], at: positionOf(reading, node) });

/** A node that adds nothing to the one inside it. */
const readInner: ExpressionReader = (reading, node) => {
  const [inner] = exactly(1, reading, node);
  return inner ? readExpression(reading, inner) : empty(reading, node);
};

/** The grammar reads `*a.b` as `(*a).b`, which Python does not: the star belongs around the whole. */
function onto(of: Expression, build: (of: Expression) => Expression): Expression {
  return of.t === 'star' ? { ...of, of: build(of.of) } : build(of);
}

const readAttribute: ExpressionReader = (reading, node) => {
  const [object, attribute] = exactly(2, reading, node);
  if (!object || !attribute) return readInner(reading, node);
  const name = nameOf(reading, attribute);
  const at = positionOf(reading, attribute);
  return onto(readExpression(reading, object), (of) => ({ t: 'attr', of, name, at }));
};

type Arguments = Pick<Extract<Expression, { t: 'call' }>, 'args' | 'keywords'>;

type Keyword = Arguments['keywords'][number];

/** `name=value` or `**value`. */
function readKeyword(reading: Reading, node: Node, type: string): Keyword | undefined {
  if (type === 'dictionary_splat') return [null, readInner(reading, node)];
  const [name, value] = type === 'keyword_argument' ? exactly(2, reading, node) : [];
  return name && value ? [nameOf(reading, name), readExpression(reading, value)] : undefined;
}

/** The arguments of a call, or the bases of a class. */
export function readArguments(reading: Reading, node: Node): Arguments {
  if (typeOf(reading, node) === 'generator_expression')
    return { args: [readExpression(reading, node)], keywords: [] };
  const args: Expression[] = [];
  const keywords: Keyword[] = [];
  for (const child of node.namedChildren) {
    const type = typeOf(reading, child);
    if (isExtra(type)) continue;
    const keyword = readKeyword(reading, child, type);
    if (keyword) keywords.push(keyword);
    else args.push(readExpression(reading, child));
  }
  return { args, keywords };
}

const readCall: ExpressionReader = (reading, node) => {
  const [callee, list] = exactly(2, reading, node);
  if (!callee || !list) return readInner(reading, node);
  const fn = readExpression(reading, callee);
  const inAnnotation = reading.inAnnotation;
  reading.inAnnotation = false;
  const { args, keywords } = readArguments(reading, list);
  reading.inAnnotation = inAnnotation;
  return onto(fn, (callable) => ({ t: 'call', fn: callable, args, keywords, at: callable.at }));
};

/** In `Literal['a']` the string is a value, not a type in quotes (PEP 586). */
const isLiteral = (of: Expression): boolean =>
  (of.t === 'name' && of.id === 'Literal') || (of.t === 'attr' && of.name === 'Literal');

function readItems(reading: Reading, nodes: readonly Node[], of: Expression, node: Node): Expression {
  const inAnnotation = reading.inAnnotation;
  if (isLiteral(of)) reading.inAnnotation = false;
  const items = nodes.map((child) => readExpression(reading, child));
  reading.inAnnotation = inAnnotation;
  const [only] = items;
  return items.length === 1 && only ? only : { t: 'tuple', items, at: positionOf(reading, nodes[0] ?? node) };
}

const readSubscript: ExpressionReader = (reading, node) => {
  const [value, ...indices] = exactly(2, reading, node);
  if (!value) return empty(reading, node);
  const container = readExpression(reading, value);
  const index = readItems(reading, indices, container, node);
  return onto(container, (of) => ({ t: 'item', of, index, at: of.at }));
};

/** `List[int]` in an annotation. */
const readGeneric: ExpressionReader = (reading, node) => {
  const [name, parameters] = exactly(2, reading, node);
  if (!name || !parameters) return readInner(reading, node);
  const of = readExpression(reading, name);
  return { t: 'item', of, index: readItems(reading, childrenOf(reading, parameters), of, node), at: of.at };
};

/** `A | B` in an annotation. */
const readUnion: ExpressionReader = (reading, node) => {
  const [first, second] = exactly(2, reading, node);
  if (!first || !second) return readInner(reading, node);
  const left = readExpression(reading, first);
  return { t: 'binary', op: '|', left, right: readExpression(reading, second), at: left.at };
};

/** Tables of data are long, and their numbers and texts say nothing about the code. */
const mostConstants = 256;

const isTelling = (value: Expression, index: number): boolean => index < mostConstants || value.t !== 'const';

const readItemsAs =
  (t: 'tuple' | 'list' | 'set'): ExpressionReader =>
  (reading, node) => {
    const at = positionOf(reading, node);
    const items = childrenOf(reading, node).map((child) => readExpression(reading, child));
    return { t, items: items.filter(isTelling), at };
  };

const readDictionary: ExpressionReader = (reading, node) => {
  const at = positionOf(reading, node);
  const entries = childrenOf(reading, node).map((child): readonly [Expression | null, Expression] => {
    const [key, value] = typeOf(reading, child) === 'pair' ? exactly(2, reading, child) : [];
    return key && value
      ? [readExpression(reading, key), readExpression(reading, value)]
      : [null, readInner(reading, child)];
  });
  return { t: 'dict', entries: entries.filter(([, value], index) => isTelling(value, index)), at };
};

const readStar: ExpressionReader = (reading, node) => {
  const at = positionOf(reading, node);
  return { t: 'star', of: readInner(reading, node), at };
};

const readAwait: ExpressionReader = (reading, node) => {
  const at = positionOf(reading, node);
  return { t: 'await', of: readInner(reading, node), at };
};

/** Binds in the scope around comprehensions (PEP 572). */
const readWalrus: ExpressionReader = (reading, node) => {
  const [target, source] = exactly(2, reading, node);
  if (!target || !source) return readInner(reading, node);
  const value = readExpression(reading, source);
  const name = nameOf(reading, target);
  const at = positionOf(reading, target);
  nearest(reading.frame, 'comprehension').body.push({
    t: 'bind',
    form: 'walrus',
    target: { t: 'name', id: name, at },
    value,
    annotation: null,
    line: lineOf(reading, node),
    endLine: endLineOf(reading, node),
    valueText: shortTextOf(reading, source),
  });
  return { t: 'walrus', name, value, at };
};

const readYield: ExpressionReader = (reading, node) => {
  const [child] = exactly(1, reading, node);
  const value = child ? readExpression(reading, child) : null;
  const isFrom = /^yield\s+from\b/.test(reading.text.slice(node.startIndex, node.startIndex + 40));
  emit(reading, { t: isFrom ? 'yield-from' : 'yield', value, line: lineOf(reading, node) });
  nearest(reading.frame, 'comprehension').isGenerator = true;
  return empty(reading, node);
};

export const expressionReaders: Readonly<Record<string, ExpressionReader>> = {
  identifier: readName,
  attribute: readAttribute,
  member_type: readAttribute,
  call: readCall,
  subscript: readSubscript,
  generic_type: readGeneric,
  union_type: readUnion,
  type: readInner,
  constrained_type: readInner,
  parenthesized_expression: readInner,
  as_pattern: readInner,
  as_pattern_target: readInner,
  expression_statement: readInner,
  tuple: readItemsAs('tuple'),
  expression_list: readItemsAs('tuple'),
  pattern_list: readItemsAs('tuple'),
  tuple_pattern: readItemsAs('tuple'),
  list: readItemsAs('list'),
  list_pattern: readItemsAs('list'),
  set: readItemsAs('set'),
  dictionary: readDictionary,
  list_splat: readStar,
  list_splat_pattern: readStar,
  splat_type: readStar,
  named_expression: readWalrus,
  await: readAwait,
  yield: readYield,
  comment: empty,
  line_continuation: empty,
};
