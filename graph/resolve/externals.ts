import { lineAt } from '../domain/position.ts';
import { constantArgument, firstArgument } from './arguments.ts';
import { classOf } from './attributes.ts';
import { containerAt } from './containers.ts';
import { nothing, union, type Values } from './engine.ts';
import { libraryEffects } from './library.ts';
import { type Arguments, flatMap, type Machine } from './machine.ts';
import type { ScopeModel } from './model.ts';
import { argumentOr } from './results.ts';
import type { Container, ContainerKind, Value } from './value.ts';

type Effect = (m: Machine, call: Arguments) => Values;

const elements = (m: Machine, call: Arguments, index = 0): Values =>
  flatMap(firstArgument(m, call, index), (value) => m.elements(value, call.place));

const collect =
  (of: ContainerKind, index = 0): Effect =>
  (m, call) => [containerAt(m, call.place, '', of, () => elements(m, call, index))];

const same: Effect = (m, call) => firstArgument(m, call);

function tupleOf(m: Machine, place: object, tag: string, parts: readonly (() => Values)[]): Value {
  return m.pool.at<Container>(place, tag, () => ({
    t: 'container',
    of: 'tuple',
    parts: new Map(parts.map((part, index) => [index, m.engine.cell(part)])),
    rest: m.engine.cell(null),
    keys: null,
  }));
}

const enumerate: Effect = (m, call) => {
  const pair = () =>
    tupleOf(m, call.place, 'pair', [() => [m.pool.foreign('builtins.int')], () => elements(m, call)]);
  return [containerAt(m, call.place, '', 'generator', () => [pair()])];
};

const zip: Effect = (m, call) => {
  const parts = call.args.map((_, index) => () => elements(m, call, index + call.given.length));
  return [containerAt(m, call.place, '', 'generator', () => [tupleOf(m, call.place, 'pair', parts)])];
};

const callable = (value: Value): boolean =>
  value.t === 'function' ||
  value.t === 'bound' ||
  value.t === 'lambda' ||
  value.t === 'class' ||
  value.t === 'partial';

const map: Effect = (m, call) => {
  const results = (): Values => {
    let found: Values = nothing;
    for (const index of [0, 1])
      for (const fn of firstArgument(m, call, index).filter(callable))
        found = union(found, m.call(fn, { ...call, args: [], given: [elements(m, call, 1 - index)] }));
    return found;
  };
  return [containerAt(m, call.place, '', 'generator', results)];
};

const typeOf: Effect = (m, call) => {
  if (call.args.length + call.given.length !== 1) return [m.pool.foreign('builtins.type')];
  return flatMap(firstArgument(m, call), (value) => {
    const of = classOf(value);
    return of ? [of] : [m.pool.foreign()];
  });
};

const getattr: Effect = (m, call) => {
  const name = constantArgument(m, call, 1);
  const fallback = firstArgument(m, call, 2).filter(({ t }) => t !== 'const');
  if (typeof name !== 'string') return fallback;
  return union(
    flatMap(firstArgument(m, call), (value) => m.attribute(value, name, call.place)),
    fallback,
  );
};

const partial: Effect = (m, call) =>
  flatMap(firstArgument(m, call), (of) => {
    const args = call.given.length > 0 ? call.args : call.args.slice(1);
    const from = { args, context: call.context };
    return [m.pool.at(call.place, of, () => ({ t: 'partial', of, ...from }))];
  });

function enclosingMethod(scope: ScopeModel): ScopeModel | undefined {
  for (let at: ScopeModel | null = scope; at; at = at.parent) if (at.fn?.owner) return at;
  return undefined;
}

/** `super()` and `super(C, self)`. */
const superOf: Effect = (m, call) => {
  const method = enclosingMethod(call.context.scope);
  const [first] = method?.parameters ?? [];
  const owner = method?.fn?.owner;
  const named = firstArgument(m, call).find((value) => value.t === 'class');
  const cls = named?.t === 'class' ? named.cls : owner;
  if (!cls) return [m.pool.foreign()];
  const isClass = method?.fn?.entity.role === 'class' || method?.fn?.facts.name === '__new__';
  const self = owner ?? cls;
  const receiver = isClass && first ? self.selfValue : self.selfInstance;
  return [m.pool.at(call.place, cls.value, () => ({ t: 'super', cls, receiver }))];
};

/** `wraps(f)(g)` stands for `f`. */
const wraps: Effect = (m, call) => {
  const [first] = call.args;
  const original = (): Values =>
    first?.t === 'name'
      ? argumentOr(m, first.id, lineAt(first.at), call.context, true)
      : firstArgument(m, call);
  return [m.pool.at(call.place, 'wraps', () => ({ t: 'callable', returns: m.engine.cell(original) }))];
};

/** `object.__new__(cls)`. */
const create: Effect = (m, call) =>
  flatMap(firstArgument(m, call), (value) => {
    if (value.t !== 'class') return [m.pool.foreign()];
    return [value.self ? value.cls.selfInstance : value.cls.instance];
  });

const cast: Effect = (m, call) => {
  const [type] = call.args;
  return type ? m.annotation(type, call.context) : nothing;
};

/** `TypeVar('T', bound=B)`, `TypeVar('T', A, B)`. */
const typeVariable: Effect = (m, { place, args, keywords, context }) => {
  const bound = keywords.find(([key]) => key === 'bound')?.[1];
  const bounds = bound ? [bound] : args.slice(1);
  return [m.pool.at(place, 'variable', () => ({ t: 'type-variable', bounds, context }))];
};

const awaited: Effect = (m, call) =>
  flatMap(firstArgument(m, call), (value) =>
    value.t === 'container' && value.of === 'awaitable' ? m.engine.read(value.rest) : [value],
  );

const extreme: Effect = (m, call) =>
  call.args.length > 1 ? union(firstArgument(m, call), firstArgument(m, call, 1)) : elements(m, call);

const dict: Effect = (m, call) => {
  const [source] = firstArgument(m, call).filter(({ t }) => t === 'container');
  if (source?.t === 'container' && source.of === 'dict' && call.keywords.length === 0) return [source];
  return [
    m.pool.at<Container>(call.place, '', () => ({
      t: 'container',
      of: 'dict',
      parts: new Map(
        call.keywords.flatMap(([key, value]) =>
          key === null ? [] : [[key, m.engine.cell(() => m.evaluate(value, call.context))] as const],
        ),
      ),
      rest: m.engine.cell(null),
      keys: null,
    })),
  ];
};

const effects: Readonly<Record<string, Effect>> = {
  'builtins.list': collect('list'),
  'builtins.sorted': collect('list'),
  'builtins.tuple': collect('tuple'),
  'builtins.set': collect('set'),
  'builtins.frozenset': collect('set'),
  'builtins.reversed': collect('generator'),
  'builtins.iter': collect('generator'),
  'builtins.filter': collect('generator', 1),
  'collections.deque': collect('list'),
  'itertools.chain.from_iterable': (m, call) => [
    containerAt(m, call.place, '', 'generator', () =>
      flatMap(elements(m, call), (value) => m.elements(value, call.place)),
    ),
  ],
  'itertools.chain': (m, call) => [
    containerAt(m, call.place, '', 'generator', () => {
      let found: Values = nothing;
      for (let index = 0; index < call.args.length; index += 1)
        found = union(found, elements(m, call, index));
      return found;
    }),
  ],
  'builtins.enumerate': enumerate,
  'builtins.zip': zip,
  'builtins.map': map,
  'builtins.dict': dict,
  'collections.OrderedDict': dict,
  'builtins.next': (m, call) =>
    union(
      elements(m, call),
      firstArgument(m, call, 1).filter(({ t }) => t !== 'const'),
    ),
  'builtins.min': extreme,
  'builtins.max': extreme,
  'builtins.type': typeOf,
  'builtins.super': superOf,
  'builtins.getattr': getattr,
  'builtins.classmethod': same,
  'builtins.staticmethod': same,
  'functools.wraps': wraps,
  'functools.partial': partial,
  'functools.lru_cache': same,
  'functools.cache': same,
  'functools.update_wrapper': (m, call) => union(firstArgument(m, call, 1), nothing),
  'copy.copy': same,
  'copy.deepcopy': same,
  'typing.cast': cast,
  'typing.TypeVar': typeVariable,
  'typing_extensions.TypeVar': typeVariable,
  'asyncio.run': awaited,
  'asyncio.create_task': same,
  'asyncio.ensure_future': same,
  'asyncio.wait_for': same,
  'asyncio.shield': same,
  'weakref.proxy': same,
  ...libraryEffects,
};

/** What calling something from outside the repository gives. */
export function callExternal(m: Machine, path: string, call: Arguments): Values {
  const effect = path.endsWith('.__new__')
    ? create
    : Object.hasOwn(effects, path)
      ? effects[path]
      : undefined;
  if (effect) return effect(m, call);
  return [m.pool.foreign(/^[A-Z]|^builtins\.|\.[A-Z]\w*$/.test(path) ? path : '')];
}
