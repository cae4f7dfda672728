import { plainCall } from './arguments.ts';
import { memberValues } from './attributes.ts';
import { contents } from './containers.ts';
import { nothing, type Values } from './engine.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Value } from './value.ts';

/** What iterating over the value gives, one by one. */
export function elementsOf(m: Machine, value: Value, place: object): Values {
  switch (value.t) {
    case 'container': {
      if (value.of === 'dict' && value.keys) return m.engine.read(value.keys);
      return contents(m, value);
    }
    case 'instance':
      return iterated(m, value, place);
    case 'class':
      return [value.cls.instance];
    case 'foreign':
    case 'external':
    case 'const':
      return [m.pool.foreign()];
    default:
      return nothing;
  }
}

function callMethod(
  m: Machine,
  value: Extract<Value, { t: 'instance' }>,
  name: string,
  place: object,
): Values {
  const member = m.member(value.cls, name);
  if (!member) return nothing;
  const context = { scope: value.cls.scope, step: Number.POSITIVE_INFINITY };
  return flatMap(memberValues(m, member, value, place), (method) =>
    m.call(method, plainCall(place, context)),
  );
}

const awaited = (m: Machine, value: Value): Values =>
  value.t === 'container' && value.of === 'awaitable' ? m.engine.read(value.rest) : [value];

function iterated(m: Machine, value: Extract<Value, { t: 'instance' }>, place: object): Values {
  for (const [start, next] of [
    ['__iter__', '__next__'],
    ['__aiter__', '__anext__'],
  ] as const) {
    const iterators = callMethod(m, value, start, place);
    if (iterators.length > 0)
      return flatMap(iterators, (of) => {
        if (of.t === 'instance') return flatMap(callMethod(m, of, next, place), (item) => awaited(m, item));
        return of.t === 'argument' ? nothing : m.elements(of, place);
      });
  }
  const items = callMethod(m, value, '__getitem__', place);
  return items.length > 0 || m.linearise(value.cls).open !== 'external' ? items : [m.pool.foreign()];
}

/** What `with value as x` gives `x`. */
export function enteredValues(m: Machine, value: Value, place: object): Values {
  if (value.t === 'container') return value.of === 'manager' ? m.engine.read(value.rest) : [m.pool.foreign()];
  if (value.t === 'foreign' && /^contextlib\.(Async)?ExitStack$/.test(value.path)) return [value];
  if (value.t === 'foreign' || value.t === 'external')
    return [m.pool.foreign(value.path === 'builtins.open' ? 'io.TextIOWrapper' : '')];
  if (value.t !== 'instance') return nothing;
  const sync = callMethod(m, value, '__enter__', place);
  if (sync.length > 0) return sync;
  return flatMap(callMethod(m, value, '__aenter__', place), (of) => awaited(m, of));
}
