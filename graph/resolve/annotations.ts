import type { Expression } from '../domain/facts.ts';
import { parseAnnotation } from './annotation-text.ts';
import { containerAt } from './containers.ts';
import { nothing, union, type Values } from './engine.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Context } from './model.ts';
import type { Container, ContainerKind, Value } from './value.ts';

const containers: Readonly<Record<string, ContainerKind>> = {
  list: 'list',
  List: 'list',
  Sequence: 'list',
  MutableSequence: 'list',
  Collection: 'list',
  Deque: 'list',
  deque: 'list',
  set: 'set',
  Set: 'set',
  FrozenSet: 'set',
  frozenset: 'set',
  AbstractSet: 'set',
  MutableSet: 'set',
  Iterable: 'generator',
  Iterator: 'generator',
  Generator: 'generator',
  Reversible: 'generator',
  AsyncIterable: 'generator',
  AsyncIterator: 'generator',
  AsyncGenerator: 'generator',
  ContextManager: 'manager',
  AsyncContextManager: 'manager',
  AbstractContextManager: 'manager',
  AbstractAsyncContextManager: 'manager',
  Awaitable: 'awaitable',
};
const mappings = new Set([
  'dict',
  'Dict',
  'Mapping',
  'MutableMapping',
  'DefaultDict',
  'defaultdict',
  'OrderedDict',
]);
const wrappers = new Set([
  'Optional',
  'Union',
  'Annotated',
  'Final',
  'ClassVar',
  'Required',
  'NotRequired',
  'ReadOnly',
]);
const anything = new Set([
  'Any',
  'object',
  'TypeVar',
  'ParamSpec',
  'Protocol',
  'Generic',
  'Callable',
  'Self',
  'Type',
  'type',
]);

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The instances that an annotation stands for (PEP 484); nothing where it says nothing. */
export function annotationValues(m: Machine, of: Expression, context: Context): Values {
  if (of.t === 'const') return ofConstant(m, of, context);
  if (of.t === 'binary') return union(m.annotation(of.left, context), m.annotation(of.right, context));
  if (of.t === 'item') return flatMap(m.evaluate(of.of, context), (head) => ofHead(m, head, of, context));
  if (of.t !== 'name' && of.t !== 'attr') return nothing;
  const name = of.t === 'name' ? of.id : of.name;
  const values = m.evaluate(of, context);
  if (name === 'Self' && values.every(({ t }) => t === 'external')) return ownInstance(context);
  return flatMap(values, (value) => instanceOf(m, value));
}

function ownInstance({ scope }: Context): Values {
  for (let at: Context['scope'] | null = scope; at; at = at.parent) if (at.cls) return [at.cls.selfInstance];
  return nothing;
}

const parsed = new WeakMap<Expression, Expression | null>();

function ofConstant(m: Machine, of: Extract<Expression, { t: 'const' }>, context: Context): Values {
  if (of.type === 'None') return [m.pool.constant('None', undefined)];
  if (of.type !== 'str' || typeof of.value !== 'string') return nothing;
  let inner = parsed.get(of);
  if (inner === undefined) {
    inner = parseAnnotation(of.value, of.at) ?? null;
    parsed.set(of, inner);
  }
  const everywhere = { scope: context.scope, step: Number.POSITIVE_INFINITY };
  return inner ? m.annotation(inner, everywhere) : nothing;
}

/** What a class, as an annotation, stands for. */
function instanceOf(m: Machine, value: Value): Values {
  if (value.t === 'class') return [value.self ? value.cls.selfInstance : value.cls.instance];
  if (value.t === 'alias') return m.annotation(value.of, value.context);
  if (value.t === 'type-variable') return bounds(m, value);
  if (value.t !== 'external') return nothing;
  return anything.has(lastPart(value.path)) ? nothing : [m.pool.foreign(value.path)];
}

function bounds(m: Machine, value: Extract<Value, { t: 'type-variable' }>): Values {
  let found: Values = nothing;
  for (const of of value.bounds) found = union(found, m.annotation(of, value.context));
  return found;
}

type Item = Extract<Expression, { t: 'item' }>;

function ofHead(m: Machine, head: Value, of: Item, context: Context): Values {
  if (head.t === 'class') return [head.cls.instance];
  if (head.t !== 'external') return nothing;
  const name = lastPart(head.path);
  const args = of.index.t === 'tuple' ? of.index.items : [of.index];
  const at = (index: number) => (): Values => {
    const arg = args[index];
    return arg ? m.annotation(arg, context) : nothing;
  };
  if (wrappers.has(name)) return wrapped(m, name, args, context);
  if (name === 'Type' || name === 'type')
    return flatMap(at(0)(), (value) => (value.t === 'instance' ? [value.cls.value] : nothing));
  if (name === 'Tuple' || name === 'tuple') return [tuple(m, of, args, context)];
  if (name === 'Callable')
    return [
      m.pool.at(of, 'callable', () => ({ t: 'callable', returns: m.engine.cell(at(args.length - 1)) })),
    ];
  if (name === 'Coroutine') return [containerAt(m, of, '', 'awaitable', at(2))];
  if (mappings.has(name)) return [containerAt(m, of, '', 'dict', at(1), at(0))];
  const kind = containers[name];
  if (kind) return [containerAt(m, of, '', kind, at(0))];
  return [m.pool.foreign(head.path)];
}

function wrapped(m: Machine, name: string, args: readonly Expression[], context: Context): Values {
  let found: Values = nothing;
  for (const arg of name === 'Annotated' ? args.slice(0, 1) : args)
    found = union(found, m.annotation(arg, context));
  return name === 'Optional' ? union(found, [m.pool.constant('None', undefined)]) : found;
}

function tuple(m: Machine, of: Item, args: readonly Expression[], context: Context): Value {
  const [first, second] = args;
  const endless = second?.t === 'const' && second.type === 'Ellipsis';
  if (endless && first) return containerAt(m, of, '', 'tuple', () => m.annotation(first, context));
  return m.pool.at<Container>(of, '', () => ({
    t: 'container',
    of: 'tuple',
    parts: new Map(args.map((arg, index) => [index, m.engine.cell(() => m.annotation(arg, context))])),
    rest: m.engine.cell(null),
    keys: null,
  }));
}
