import type { Expression } from '../domain/facts.ts';
import { type Cell, nothing, union, type Values } from './engine.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Context } from './model.ts';
import type { Container, ContainerKind, Value } from './value.ts';

/** Longer literals are one heap: their items are not told apart. */
const maxParts = 64;

/** The container that a place makes; `tag` tells several of one place apart. */
export function containerAt(
  m: Machine,
  place: object,
  tag: object | string,
  of: ContainerKind,
  rest: (() => Values) | null,
  keys?: () => Values,
): Container {
  return m.pool.at<Container>(place, tag, () => ({
    t: 'container',
    of,
    parts: new Map(),
    rest: m.engine.cell(rest),
    keys: keys ? m.engine.cell(keys) : null,
  }));
}

type Literal = Extract<Expression, { t: 'tuple' | 'list' | 'set' | 'dict' }>;

const plain = (of: Expression): boolean => of.t === 'const';

export const literal = (m: Machine, of: Literal, context: Context): Value =>
  m.pool.at<Container>(of, '', () => new LiteralContainer(m, of, context));

/** The container of a literal. Most are never looked into, so their cells are made on first use. */
class LiteralContainer implements Container {
  readonly t = 'container';
  readonly of: ContainerKind;
  readonly #m: Machine;
  readonly #literal: Literal;
  readonly #context: Context;
  #filled: Pick<Container, 'parts' | 'rest' | 'keys'> | null = null;

  constructor(m: Machine, of: Literal, context: Context) {
    this.of = of.t;
    this.#m = m;
    this.#literal = of;
    this.#context = context;
  }

  get parts(): Container['parts'] {
    return this.#fill().parts;
  }

  get rest(): Cell {
    return this.#fill().rest;
  }

  get keys(): Cell | null {
    return this.#fill().keys;
  }

  #fill(): Pick<Container, 'parts' | 'rest' | 'keys'> {
    this.#filled ??= fill(this.#m, this.#literal, this.#context);
    return this.#filled;
  }
}

function fill(m: Machine, of: Literal, context: Context): Pick<Container, 'parts' | 'rest' | 'keys'> {
  const heap: Expression[] = [];
  const parts = new Map<string | number, Cell>();
  const put = (key: string | number | null, value: Expression): void => {
    if (key === null) heap.push(value);
    else
      parts.set(
        key,
        m.engine.cell(() => m.evaluate(value, context)),
      );
  };
  if (of.t === 'dict') fillDict(m, of, context, put);
  else fillSequence(of, put);
  const spread = heap.slice(0, maxParts);
  const rest = (): Values => {
    let found: Values = nothing;
    for (const item of spread) found = union(found, spreadOf(m, of, item, context));
    return found;
  };
  const keys = of.t === 'dict' ? m.engine.cell(() => keysOf(m, of, context)) : null;
  return { parts, rest: m.engine.cell(spread.length > 0 ? rest : null), keys };
}

function keysOf(m: Machine, of: Extract<Literal, { t: 'dict' }>, context: Context): Values {
  let found: Values = nothing;
  for (const [key] of of.entries.slice(0, maxParts)) if (key) found = union(found, m.evaluate(key, context));
  return found;
}

/** `*xs` and `**d` among items give what they hold. */
function spreadOf(m: Machine, of: Literal, item: Expression, context: Context): Values {
  if (item.t === 'star') return flatMap(m.evaluate(item.of, context), (value) => m.elements(value, item));
  const values = m.evaluate(item, context);
  return of.t === 'dict'
    ? flatMap(values, (value) => (value.t === 'container' ? contents(m, value) : [value]))
    : values;
}

function fillDict(
  m: Machine,
  { entries }: Extract<Literal, { t: 'dict' }>,
  context: Context,
  put: (key: string | number | null, value: Expression) => void,
): void {
  entries.forEach(([key, value], index) => {
    if (index >= maxParts && plain(value)) return;
    const known = key === null ? undefined : constantOf(m.evaluate(key, context));
    put(known ?? null, value);
  });
}

function fillSequence(
  { items }: Exclude<Literal, { t: 'dict' }>,
  put: (index: number | null, item: Expression) => void,
): void {
  const star = items.findIndex(({ t }) => t === 'star');
  items.forEach((item, index) => {
    if (index >= maxParts && plain(item)) return;
    put(index < maxParts && (star < 0 || index < star) ? index : null, item);
  });
}

/** The one constant that these values are. */
export function constantOf(values: Values): string | number | undefined {
  const [first, second] = values;
  return second === undefined && first?.t === 'const' ? first.value : undefined;
}

/** Everything that a container may hold; of a dict, its values. */
export function contents(m: Machine, { parts, rest }: Container): Values {
  let found = m.engine.read(rest);
  for (const part of parts.values()) found = union(found, m.engine.read(part));
  return found;
}

/** What `container[index]` gives. */
export function itemOf(m: Machine, container: Container, index: Values): Values {
  const keys = index.flatMap((value) =>
    value.t === 'const' && value.value !== undefined ? [value.value] : [],
  );
  const known = keys.length > 0 && keys.length === index.length;
  if (!known) return contents(m, container);
  let found: Values = nothing;
  for (const key of keys) {
    const part = container.parts.get(place(container, key));
    found = union(found, part ? m.engine.read(part) : m.engine.read(container.rest));
  }
  return found.length === 0 ? m.engine.read(container.rest) : found;
}

const place = ({ of, parts }: Container, key: string | number): string | number =>
  of !== 'dict' && typeof key === 'number' && key < 0 ? parts.size + key : key;

/** Puts values in from outside (`d[k] = v`, `xs.append(v)`); `key` where it is known. */
export function put(
  m: Machine,
  container: Container,
  key: string | number | undefined,
  values: Values,
): void {
  const kept = values.filter(({ t }) => t !== 'const');
  const part = key === undefined ? undefined : container.parts.get(key);
  if (kept.length > 0) m.engine.add(part ?? container.rest, kept);
}

/** A target's share of what is unpacked. */
export function unpacked(
  m: Machine,
  values: Values,
  { index, size, star }: { readonly index: number; readonly size: number; readonly star: number },
  where: object,
): Values {
  return flatMap(values, (value) => {
    if (value.t !== 'container' || value.of === 'dict' || value.parts.size === 0)
      return m.elements(value, where);
    if (star === index) return [slice(m, value, where, index, value.parts.size - (size - index - 1))];
    const at = star >= 0 && index > star ? value.parts.size - (size - index) : index;
    const part = value.parts.get(at);
    return part ? m.engine.read(part) : m.engine.read(value.rest);
  });
}

export function slice(m: Machine, of: Container, where: object, from: number, to: number): Container {
  const whole = m.pool.at<Container>(where, of, () => {
    const kept = [...of.parts].flatMap(([key, cell]): [string | number, Cell][] =>
      typeof key === 'number' && key >= from && key < to ? [[key - from, cell]] : [],
    );
    return {
      t: 'container',
      of: 'list',
      parts: new Map(kept),
      rest: m.engine.cell(() => m.engine.read(of.rest)),
      keys: null,
    };
  });
  return whole;
}
