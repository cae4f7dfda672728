import type { Expression } from '../domain/facts.ts';
import { lineAt } from '../domain/position.ts';
import { containerAt, literal } from './containers.ts';
import { nothing, union, type Values } from './engine.ts';
import { flatMap, type Machine } from './machine.ts';
import { type Context, referenceKey } from './model.ts';
import { reaching } from './names.ts';
import { narrowed } from './narrow.ts';
import type { Value } from './value.ts';

/** Expressions nested deeper than this are unknown. */
const maxDepth = 250;
let depth = 0;

/** What an expression may be, where it stands. */
export function evaluate(m: Machine, of: Expression, context: Context): Values {
  if (of.t === 'const') return [m.pool.constant(of.type, of.value)];
  const known = m.engine.recall(of);
  if (known) return known;
  if (depth > maxDepth) return nothing;
  depth += 1;
  try {
    const values = evaluateNew(m, of, context);
    if (of.t !== 'name') m.engine.remember(of, values);
    return values;
  } finally {
    depth -= 1;
  }
}

function evaluateNew(m: Machine, of: Expression, context: Context): Values {
  switch (of.t) {
    case 'const':
      return [m.pool.constant(of.type, of.value)];
    case 'name':
      return narrowed(m, of.id, m.name(of.id, context, lineAt(of.at)), context, lineAt(of.at));
    case 'attr':
    case 'item':
      return reference(m, of, context);
    case 'call':
      return evaluateCall(m, of, context);
    case 'tuple':
    case 'list':
    case 'set':
    case 'dict':
      return [literal(m, of, context)];
    case 'lambda':
      return lambda(m, of, context);
    case 'comp':
      return [comprehension(m, of, context)];
    case 'star':
      return m.evaluate(of.of, context);
    case 'await':
      return flatMap(m.evaluate(of.of, context), (value) => awaited(m, value));
    case 'walrus':
      return m.evaluate(of.value, context);
    case 'choice':
    case 'binary':
    case 'other':
      return operation(m, of, context);
  }
}

function awaited(m: Machine, value: Value): Values {
  if (value.t === 'container' && value.of === 'awaitable') return m.engine.read(value.rest);
  // What `__await__` ends with is not followed.
  return value.t === 'instance' && m.member(value.cls, '__await__') ? nothing : [value];
}

function operation(
  m: Machine,
  of: Extract<Expression, { t: 'choice' | 'binary' | 'other' }>,
  context: Context,
): Values {
  if (of.t === 'other') return of.type === undefined ? nothing : [m.pool.foreign(`builtins.${of.type}`)];
  if (of.t === 'choice') {
    let found: Values = nothing;
    for (const option of of.options) found = union(found, m.evaluate(option, context));
    const both = of.options.length > 1;
    return both && of.op === 'or'
      ? found.filter((value) => value.t !== 'const' || value.type !== 'None')
      : found;
  }
  return binary(m, of, context);
}

/** Names of the methods that operators run, without their underscores. */
export const operators: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '//': 'floordiv',
  '%': 'mod',
  '|': 'or',
  '&': 'and',
  '^': 'xor',
  '@': 'matmul',
  '**': 'pow',
  '<<': 'lshift',
  '>>': 'rshift',
};

function binary(m: Machine, of: Extract<Expression, { t: 'binary' }>, context: Context): Values {
  const left = m.evaluate(of.left, context);
  const right = m.evaluate(of.right, context);
  if (of.op === '|' && left.some(({ t }) => t === 'class' || t === 'alias'))
    return [m.pool.at(of, 'alias', () => ({ t: 'alias', of, context }))];
  const method = operators[of.op];
  const run = (name: string, value: Value, other: Values): Values => {
    if (value.t !== 'instance' || !method || !m.member(value.cls, name)) return nothing;
    const call = { place: of, args: [], keywords: [], context, given: [other] };
    return flatMap(m.attribute(value, name, of), (operator) => m.call(operator, call));
  };
  return flatMap(left, (value) => {
    const own = run(`__${method}__`, value, right);
    if (own.length > 0) return own;
    // What the left side does not know, the right side is asked for (Python data model, section 3.3.8).
    const reflected = flatMap(right, (other) => run(`__r${method}__`, other, [value]));
    return reflected.length > 0 ? reflected : builtinResult(m, value);
  });
}

function builtinResult(m: Machine, value: Value): Values {
  if (value.t === 'container' || value.t === 'foreign') return [value];
  if (value.t === 'instance') return [m.pool.foreign()];
  return value.t === 'const' ? [m.pool.foreign(`builtins.${value.type}`)] : nothing;
}

function lambda(m: Machine, of: Extract<Expression, { t: 'lambda' }>, { scope, step }: Context): Values {
  const inner = scope.file.scopes[of.scope];
  if (!inner) return nothing;
  inner.parentStep = step;
  return [m.pool.at(of, 'lambda', () => ({ t: 'lambda', scope: inner }))];
}

function comprehension(m: Machine, of: Extract<Expression, { t: 'comp' }>, { scope, step }: Context) {
  const inner = scope.file.scopes[of.scope];
  if (inner) inner.parentStep = step;
  const element = (): Values => {
    if (!inner) return nothing;
    let found: Values = nothing;
    for (const { statement, step: at } of inner.results)
      if (statement.value) found = union(found, m.evaluate(statement.value, { scope: inner, step: at }));
    return found;
  };
  if (of.of !== 'dict') return containerAt(m, of, '', of.of, element);
  const half = (index: number) => () =>
    flatMap(element(), (pair) => (pair.t === 'container' ? partOf(m, pair, index) : nothing));
  return containerAt(m, of, '', 'dict', half(1), half(0));
}

function partOf(m: Machine, pair: Extract<Values[number], { t: 'container' }>, index: number): Values {
  const part = pair.parts.get(index);
  return part ? m.engine.read(part) : nothing;
}

function evaluateCall(m: Machine, of: Extract<Expression, { t: 'call' }>, context: Context): Values {
  const { fn, args, keywords } = of;
  const call = { place: of, args, keywords, context, given: [] };
  return flatMap(m.evaluate(fn, context), (value) => m.call(value, call));
}

type Reference = Extract<Expression, { t: 'attr' | 'item' }>;

/** An attribute or item: what was last assigned to that very reference here, or what its owner says. */
function reference(m: Machine, of: Reference, context: Context): Values {
  const key = referenceKey(of);
  const assigned = key === undefined ? undefined : assignedHere(m, of, key, context);
  if (assigned?.sure) return narrowed(m, key ?? '', assigned.values, context, lineAt(of.at));
  const owners = m.evaluate(of.of, context);
  const values = flatMap(owners, (owner) =>
    of.t === 'attr' ? m.attribute(owner, of.name, of) : m.item(owner, of.index, of, context),
  );
  const found = assigned ? union(assigned.values, values) : values;
  return key === undefined ? found : narrowed(m, key, found, context, lineAt(of.at));
}

function rootOf(of: Expression): string | undefined {
  let at = of;
  while (at.t === 'attr' || at.t === 'item') at = at.of;
  return at.t === 'name' ? at.id : undefined;
}

function assignedHere(
  m: Machine,
  of: Reference,
  key: string,
  context: Context,
): { values: Values; sure: boolean } | undefined {
  const bindings = context.scope.names.get(key);
  if (!bindings) return undefined;
  const use = { step: context.step, line: lineAt(of.at) };
  const found = reaching(bindings, context.scope, use);
  const root = context.scope.names.get(rootOf(of) ?? '') ?? [];
  const reset = reaching(root, context.scope, use)[0]?.step ?? -1;
  const fresh = found.filter(({ step }) => step > reset);
  if (fresh.length === 0) return undefined;
  let values: Values = nothing;
  for (const binding of fresh) values = union(values, m.bound(binding));
  const sure = fresh.some(({ branch }) => !branch || use.line <= branch.untilLine) && values.length > 0;
  return { values, sure };
}
