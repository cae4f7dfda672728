import { constantArgument, firstArgument } from './arguments.ts';
import { constantOf, containerAt, contents, itemOf } from './containers.ts';
import { union, type Values } from './engine.ts';
import type { Arguments, Machine } from './machine.ts';
import type { Container, Value } from './value.ts';

type Method = Extract<Value, { t: 'container-method' }>;

/** What a method of `list`, `dict`, `set` or a generator gives. */
export function callContainer(m: Machine, { container, name }: Method, call: Arguments): Values {
  switch (name) {
    case 'get':
    case 'pop':
    case 'setdefault':
      return taken(m, container, call);
    case 'popleft':
    case '__next__':
      return contents(m, container);
    case 'copy':
    case 'union':
    case 'difference':
    case 'intersection':
      return [container];
    case 'values':
      return [containerAt(m, call.place, container, 'generator', () => contents(m, container))];
    case 'keys':
      return [containerAt(m, call.place, container, 'generator', () => keysOf(m, container))];
    case 'items':
      return [containerAt(m, call.place, container, 'generator', () => [pairOf(m, container)])];
    default:
      return [m.pool.foreign()];
  }
}

function taken(m: Machine, container: Container, call: Arguments): Values {
  if (container.of !== 'dict') return contents(m, container);
  const found = itemOf(m, container, firstArgument(m, call));
  return union(found, firstArgument(m, call, 1));
}

const keysOf = (m: Machine, { keys }: Container): Values => (keys ? m.engine.read(keys) : [m.pool.foreign()]);

function pairOf(m: Machine, container: Container): Value {
  return m.pool.at<Container>(container, 'pair', () => ({
    t: 'container',
    of: 'tuple',
    parts: new Map([
      [0, m.engine.cell(() => keysOf(m, container))],
      [1, m.engine.cell(() => contents(m, container))],
    ]),
    rest: m.engine.cell(null),
    keys: null,
  }));
}

/** Which argument a method puts in. */
const inserted: Readonly<Record<string, number>> = {
  append: 0,
  add: 0,
  appendleft: 0,
  insert: 1,
  setdefault: 1,
};

/** What the call of a container's method puts into it. */
export function putIn(m: Machine, { container, name }: Method, call: Arguments): void {
  const index = Object.hasOwn(inserted, name) ? inserted[name] : undefined;
  if (index !== undefined) {
    const key = name === 'setdefault' ? constantArgument(m, call, 0) : undefined;
    putValues(m, container, firstArgument(m, call, index), key);
  } else if (name === 'extend' || name === 'update') {
    for (const from of eachContainer(firstArgument(m, call))) putAll(m, container, from);
  }
}

function putAll(m: Machine, to: Container, from: Container): void {
  for (const [key, cell] of from.parts)
    putValues(m, to, m.engine.read(cell), to.of === 'dict' ? key : undefined);
  putValues(m, to, m.engine.read(from.rest), undefined);
}

/** Puts values in by statement (`d[k] = v`). */
export function putValues(
  m: Machine,
  container: Container,
  values: Values,
  key: string | number | undefined,
): void {
  const kept = values.filter(({ t }) => t !== 'const' && t !== 'argument');
  const part = key === undefined ? undefined : container.parts.get(key);
  if (kept.length > 0) m.engine.add(part ?? container.rest, kept);
}

export const keyOf = (values: Values): string | number | undefined => constantOf(values);
export const eachContainer = (values: Values): Container[] =>
  values.filter((value): value is Container => value.t === 'container');
