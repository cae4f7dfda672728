import { type Kind, kindOf } from './kinds.ts';
import type { Syntax } from './tree.ts';
import { descendants } from './walk.ts';

const methodKinds: Readonly<Record<string, Kind>> = {
  append: 'list',
  extend: 'list',
  insert: 'list',
  popleft: 'list',
  appendleft: 'list',
  sort: 'list',
  reverse: 'list',
  add: 'set',
  discard: 'set',
  issuperset: 'set',
  issubset: 'set',
  items: 'map',
  keys: 'map',
  values: 'map',
  get: 'map',
  setdefault: 'map',
  split: 'text',
  strip: 'text',
  lstrip: 'text',
  rstrip: 'text',
  startswith: 'text',
  endswith: 'text',
  lower: 'text',
  upper: 'text',
  join: 'text',
  rfind: 'text',
  find: 'text',
  encode: 'text',
  replace: 'text',
};

const argumentKinds: Readonly<Record<string, Kind>> = {
  len: 'list',
  sum: 'list',
  sorted: 'list',
  enumerate: 'list',
  any: 'list',
  all: 'list',
  range: 'number',
  abs: 'number',
  chr: 'number',
  ord: 'text',
};

const annotated: Readonly<Record<string, Kind>> = {
  int: 'number',
  float: 'number',
  str: 'text',
  bool: 'bool',
  list: 'list',
  List: 'list',
  Sequence: 'list',
  Iterable: 'list',
  dict: 'map',
  Dict: 'map',
  Mapping: 'map',
  set: 'set',
  Set: 'set',
  tuple: 'tuple',
  Tuple: 'tuple',
  Callable: 'callable',
};

const arithmetic = new Set(['-', '*', '/', '//', '**', '%', '&', '|', '^', '<<', '>>']);

export type Votes = Map<string, Map<Kind, number>>;

/** The kind with the most votes, `any` without one. */
export function winner(votes: Votes, name: string): Kind {
  let best: Kind = 'any';
  let most = 0;
  for (const [kind, count] of votes.get(name) ?? [])
    if (count > most) {
      best = kind;
      most = count;
    }
  return best;
}

type Vote = (name: string, kind: Kind, weight: number) => void;
type Know = (node: Syntax) => Kind;

function sideOf(node: Syntax): Syntax | undefined {
  const others = node.parent?.parts.filter((part) => part !== node) ?? [];
  return others[0];
}

function fromOperator(key: string, node: Syntax, vote: Vote, know: Know): void {
  const { parent } = node;
  const operator = parent?.at('operator')?.text ?? '';
  const other = sideOf(node);
  const kind = other ? know(other) : 'any';
  if (arithmetic.has(operator) && kind !== 'text') {
    if (kind === 'any' || kind === 'number') vote(key, 'number', 1);
    else vote(key, kind, 1);
  } else if (operator === '+' && kind !== 'any') vote(key, kind, 1);
}

function fromComparison(key: string, node: Syntax, vote: Vote, know: Know): void {
  const { parent } = node;
  const operators =
    parent?.children.filter(({ field }) => field === 'operators').map(({ text }) => text) ?? [];
  const other = sideOf(node);
  if (operators.some((one) => one.endsWith('in'))) {
    if (parent?.parts[0] !== node) vote(key, 'list', 0.4);
    return;
  }
  const kind = other ? know(other) : 'any';
  if (kind === 'any') {
    if (operators.some((one) => one.startsWith('<') || one.startsWith('>'))) vote(key, 'number', 0.6);
  } else if (kind !== 'none') vote(key, kind, 1);
}

function fromSubscript(key: string, node: Syntax, vote: Vote, know: Know): void {
  const index = node.parent?.at('subscript');
  if (node.field === 'subscript') vote(key, 'number', 0.4);
  else if (index?.type === 'slice' || (index && know(index) === 'number')) vote(key, 'list', 1);
  else if (index && know(index) !== 'any') vote(key, 'map', 1);
}

function fromCall(key: string, node: Syntax, vote: Vote): void {
  const callee = node.parent?.parent?.at('function')?.text ?? '';
  const kind = argumentKinds[callee];
  if (kind) vote(key, kind, callee === 'len' ? 0.5 : 1);
}

function fromAttribute(key: string, node: Syntax, vote: Vote): void {
  const name = node.parent?.at('attribute')?.text ?? '';
  if (node.field === 'object') vote(key, methodKinds[name] ?? 'object', 1);
}

/** Votes of one use of a name (or of `name[]`, its elements). */
function fromUse(key: string, node: Syntax, vote: Vote, know: Know): void {
  const { parent } = node;
  if (!parent) return;
  if (parent.type === 'binary_operator' || parent.type === 'augmented_assignment')
    fromOperator(key, node, vote, know);
  else if (parent.type === 'comparison_operator') fromComparison(key, node, vote, know);
  else if (parent.type === 'subscript') fromSubscript(key, node, vote, know);
  else if (parent.type === 'attribute') fromAttribute(key, node, vote);
  else if (parent.type === 'argument_list') fromCall(key, node, vote);
  else if (parent.type === 'call' && node.field === 'function') vote(key, 'callable', 2);
  else if (node.field === 'right' && parent.type.startsWith('for_')) vote(key, 'list', 0.7);
}

function fromLoop(node: Syntax, vote: Vote, know: Know): void {
  const [left, right] = [node.at('left'), node.at('right')];
  if (!left || !right) return;
  const callee = right.type === 'call' ? right.at('function')?.text : undefined;
  if (callee === 'range') vote(left.text, 'number', 2);
  else if (callee === 'enumerate') vote(left.parts[0]?.text ?? left.text, 'number', 2);
  else if (left.type === 'identifier') {
    const kind = right.type === 'identifier' ? know(right) : 'any';
    if (kind === 'text') vote(left.text, 'text', 1);
  }
}

function fromAssignment(node: Syntax, vote: Vote, know: Know): void {
  const [left, right] = [node.at('left'), node.at('right')];
  if (!left || !right) return;
  const target = right.type === 'assignment' ? right.at('left') : right;
  if (!target) return;
  const kind = know(target);
  if (kind === 'any' || kind === 'none') return;
  if (left.type === 'identifier') vote(left.text, kind, 2);
  else if (left.type === 'subscript') vote(`${left.at('value')?.text}[]`, kind, 1);
}

function fromParameter(node: Syntax, vote: Vote, know: Know): void {
  const name = node.at('name')?.text ?? node.parts[0]?.text ?? '';
  const type = node.at('type')?.text.match(/^[\w.]+/)?.[0];
  const kind = type === undefined ? undefined : annotated[type.split('.').at(-1) ?? ''];
  if (kind) vote(name, kind, 4);
  const value = node.at('value');
  const byValue = value ? know(value) : 'any';
  if (byValue !== 'any' && byValue !== 'none') vote(name, byValue, 2);
}

const readers: Readonly<Record<string, (node: Syntax, vote: Vote, know: Know) => void>> = {
  identifier: (node, vote, know) => fromUse(node.text, node, vote, know),
  subscript: (node, vote, know) => {
    const value = node.at('value');
    if (value?.type === 'identifier' && node.at('subscript')?.type !== 'slice')
      fromUse(`${value.text}[]`, node, vote, know);
  },
  assignment: fromAssignment,
  for_statement: fromLoop,
  for_in_clause: fromLoop,
  typed_parameter: fromParameter,
  default_parameter: fromParameter,
  typed_default_parameter: fromParameter,
  function_definition: (node, vote) => vote(node.at('name')?.text ?? '', 'callable', 4),
};

/** Reads a function (or module) twice: what the first pass learns of names informs the second. */
export function countVotes(top: Syntax): Votes {
  let votes: Votes = new Map();
  for (let pass = 0; pass < 2; pass += 1) {
    const before = votes;
    const know: Know = (node) => kindOf(node, (name) => winner(before, name));
    const now: Votes = new Map();
    const vote: Vote = (name, kind, weight) => {
      const counts = now.get(name) ?? new Map<Kind, number>();
      counts.set(kind, (counts.get(kind) ?? 0) + weight);
      now.set(name, counts);
    };
    for (const node of descendants(top)) readers[node.type]?.(node, vote, know);
    votes = now;
  }
  return votes;
}
