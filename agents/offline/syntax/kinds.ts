import type { Syntax } from './tree.ts';

/** What a value probably is, from how it is made and used. `any` when nothing tells. */
export type Kind =
  | 'number'
  | 'text'
  | 'bool'
  | 'list'
  | 'set'
  | 'map'
  | 'tuple'
  | 'callable'
  | 'object'
  | 'none'
  | 'any';

export type KindOfName = (name: string, node: Syntax) => Kind;

const byLiteral: Readonly<Record<string, Kind>> = {
  integer: 'number',
  float: 'number',
  string: 'text',
  concatenated_string: 'text',
  true: 'bool',
  false: 'bool',
  none: 'none',
  list: 'list',
  list_comprehension: 'list',
  generator_expression: 'list',
  set: 'set',
  set_comprehension: 'set',
  dictionary: 'map',
  dictionary_comprehension: 'map',
  tuple: 'tuple',
  expression_list: 'tuple',
  lambda: 'callable',
  comparison_operator: 'bool',
  not_operator: 'bool',
};

const byCall: Readonly<Record<string, Kind>> = {
  len: 'number',
  int: 'number',
  float: 'number',
  abs: 'number',
  sum: 'number',
  round: 'number',
  ord: 'number',
  str: 'text',
  repr: 'text',
  chr: 'text',
  input: 'text',
  list: 'list',
  sorted: 'list',
  range: 'list',
  enumerate: 'list',
  zip: 'list',
  map: 'list',
  filter: 'list',
  reversed: 'list',
  deque: 'list',
  Queue: 'list',
  set: 'set',
  frozenset: 'set',
  dict: 'map',
  defaultdict: 'map',
  Counter: 'map',
  OrderedDict: 'map',
  tuple: 'tuple',
  bool: 'bool',
  isinstance: 'bool',
  any: 'bool',
  all: 'bool',
  callable: 'bool',
  hasattr: 'bool',
};

const byMethod: Readonly<Record<string, Kind>> = {
  index: 'number',
  count: 'number',
  find: 'number',
  rfind: 'number',
  bit_length: 'number',
  join: 'text',
  strip: 'text',
  lstrip: 'text',
  rstrip: 'text',
  lower: 'text',
  upper: 'text',
  format: 'text',
  replace: 'text',
  title: 'text',
  decode: 'text',
  split: 'list',
  splitlines: 'list',
  keys: 'list',
  values: 'list',
  items: 'list',
  startswith: 'bool',
  endswith: 'bool',
  isdigit: 'bool',
  union: 'set',
  intersection: 'set',
  difference: 'set',
};

const containers = new Set<Kind>(['list', 'set', 'map', 'tuple', 'text']);
export const isContainer = (kind: Kind): boolean => containers.has(kind);

/** 0 to 1: how well a value of one kind may stand where one of the other stood. */
export function compatibility(a: Kind, b: Kind): number {
  if (a === 'any' || b === 'any') return 0.6;
  if (a === b) return 1;
  if (containers.has(a) && containers.has(b)) return 0.35;
  if (a === 'none' || b === 'none') return 0.3;
  if ((a === 'number' && b === 'bool') || (a === 'bool' && b === 'number')) return 0.2;
  return 0.06;
}

const maxDepth = 12;

function kindOfCall(node: Syntax, names: KindOfName): Kind {
  const callee = node.at('function');
  if (callee?.type === 'identifier') {
    if ((callee.text === 'max' || callee.text === 'min') && node.at('arguments')?.parts.length !== 1)
      return 'number';
    return byCall[callee.text] ?? names(`${callee.text}()`, callee);
  }
  const method = callee?.type === 'attribute' ? callee.at('attribute')?.text : undefined;
  return (method !== undefined ? byMethod[method] : undefined) ?? 'any';
}

function kindOfBinary(node: Syntax, names: KindOfName, depth: number): Kind {
  const [left, right] = [node.at('left'), node.at('right')];
  const kinds = [left, right].map((side) => (side ? kindOf(side, names, depth + 1) : 'any'));
  const operator = node.at('operator')?.text;
  const telling = kinds.find((kind) => kind === 'list' || kind === 'text' || kind === 'tuple');
  if (telling && (operator === '+' || operator === '*' || operator === '%')) return telling;
  const set = kinds.find((kind) => kind === 'set' || kind === 'map');
  if (set && operator !== undefined && '-&|^'.includes(operator)) return set;
  return operator === '+' && kinds.every((kind) => kind === 'any') ? 'any' : 'number';
}

function kindOfSubscript(node: Syntax, names: KindOfName, depth: number): Kind {
  const value = node.at('value');
  if (!value) return 'any';
  const whole = kindOf(value, names, depth + 1);
  if (node.at('subscript')?.type === 'slice') return whole === 'any' ? 'list' : whole;
  if (whole === 'text') return 'text';
  return value.type === 'identifier' ? names(`${value.text}[]`, node) : 'any';
}

const inside = (node: Syntax | undefined, names: KindOfName, depth: number): Kind =>
  node ? kindOf(node, names, depth + 1) : 'any';

const byType: Readonly<Record<string, (node: Syntax, names: KindOfName, depth: number) => Kind>> = {
  identifier: (node, names) => names(node.text, node),
  call: (node, names) => kindOfCall(node, names),
  binary_operator: kindOfBinary,
  unary_operator: () => 'number',
  subscript: kindOfSubscript,
  parenthesized_expression: (node, names, depth) => inside(node.parts[0], names, depth),
  conditional_expression: (node, names, depth) => inside(node.parts[0], names, depth),
  named_expression: (node, names, depth) => inside(node.at('value'), names, depth),
  boolean_operator: (node, names, depth) => inside(node.at('right'), names, depth),
};

/** What an expression's value probably is. */
export function kindOf(node: Syntax, names: KindOfName, depth = 0): Kind {
  const known = byLiteral[node.type];
  if (known) return known;
  return depth > maxDepth ? 'any' : (byType[node.type]?.(node, names, depth) ?? 'any');
}
