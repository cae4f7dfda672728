import type { Expression } from '../../domain/facts.ts';
import { plainCall } from '../arguments.ts';
import { nothing, union, type Values } from '../engine.ts';
import { operators } from '../evaluate.ts';
import type { Machine } from '../machine.ts';
import type { BindStatement, Context } from '../model.ts';
import type { Value } from '../value.ts';

/** The project's own methods of this name that an instance of its class has. */
export function methodsOf(m: Machine, value: Value, name: string): Values {
  return value.t === 'instance' && m.member(value.cls, name) ? m.attribute(value, name, value.cls) : nothing;
}

export const eachMethod = (m: Machine, values: Values, name: string): Values =>
  values.reduce<Values>((found, value) => union(found, methodsOf(m, value, name)), nothing);

/** What iterating over the values runs: `__iter__` and the iterator's `__next__`, else `__getitem__` (data model, 3.3.7). */
export function iterationOf(
  m: Machine,
  values: Values,
  place: object,
  context: Context,
  isAsync = false,
): Values {
  const [start, next] = isAsync ? ['__aiter__', '__anext__'] : ['__iter__', '__next__'];
  const starts = eachMethod(m, values, start);
  if (starts.length === 0) return isAsync ? nothing : eachMethod(m, values, '__getitem__');
  let found = starts;
  for (const method of starts)
    found = union(found, eachMethod(m, m.call(method, plainCall(place, context)), next));
  return found;
}

/** What a `for` or a `with` runs. */
export function protocolOf(m: Machine, statement: BindStatement, context: Context): Values {
  const { form, value, isAsync } = statement;
  if (!value || (form !== 'for' && form !== 'with')) return nothing;
  const values = m.evaluate(value, context);
  if (form === 'for') return iterationOf(m, values, value, context, isAsync);
  const [enter, exit] = isAsync ? ['__aenter__', '__aexit__'] : ['__enter__', '__exit__'];
  return union(eachMethod(m, values, enter), eachMethod(m, values, exit));
}

/** The method that a builtin function runs on its first argument. */
const delegates: Readonly<Record<string, string>> = {
  iter: '__iter__',
  next: '__next__',
  aiter: '__aiter__',
  anext: '__anext__',
  len: '__len__',
  str: '__str__',
  repr: '__repr__',
  hash: '__hash__',
  abs: '__abs__',
  bool: '__bool__',
  int: '__int__',
  float: '__float__',
  format: '__format__',
  reversed: '__reversed__',
  bytes: '__bytes__',
  dir: '__dir__',
};

const iterating = new Set('list tuple set frozenset sorted sum any all min max dict'.split(' '));

/** What a builtin function runs on its first argument, by the argument's type. */
export function delegatedBy(
  m: Machine,
  path: string,
  argument: Values,
  place: object,
  context: Context,
): Values {
  const name = path.replace(/^builtins\./, '');
  if (name === path) return nothing;
  if (iterating.has(name)) return iterationOf(m, argument, place, context);
  const method = Object.hasOwn(delegates, name) ? delegates[name] : undefined;
  return method === undefined ? nothing : eachMethod(m, argument, method);
}

/** Builtin and library functions that call what they are given, by position or as `key`. */
const callers = new Set([
  'builtins.map',
  'builtins.filter',
  'builtins.sorted',
  'builtins.min',
  'builtins.max',
  'functools.reduce',
  'builtins.list.sort',
]);

export const callsItsArguments = (value: Value): boolean =>
  (value.t === 'external' && callers.has(value.path)) ||
  (value.t === 'container-method' && value.container.of === 'list' && value.name === 'sort');

/** What an operator runs: the left side's method, else the right side's reflected one (data model, 3.3.8). */
export function operatedBy(m: Machine, of: Extract<Expression, { t: 'binary' }>, context: Context): Values {
  const operator = Object.hasOwn(operators, of.op) ? operators[of.op] : undefined;
  if (operator === undefined) return nothing;
  const own = eachMethod(m, m.evaluate(of.left, context), `__${operator}__`);
  return own.length > 0 ? own : eachMethod(m, m.evaluate(of.right, context), `__r${operator}__`);
}

/** The properties that reading an attribute runs. */
export function gettersOf(m: Machine, of: Extract<Expression, { t: 'attr' }>, context: Context): Values {
  return m.evaluate(of.of, context).flatMap((value) => {
    const member = value.t === 'instance' ? m.member(value.cls, of.name) : undefined;
    return (member?.bindings ?? []).flatMap(({ source }) =>
      source.t === 'function' && source.fn.entity.role === 'property' ? [source.fn.value] : [],
    );
  });
}
