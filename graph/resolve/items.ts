import type { Expression } from '../domain/facts.ts';
import { memberValues } from './attributes.ts';
import { containerAt, contents, itemOf, slice } from './containers.ts';
import { nothing, type Values } from './engine.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Context } from './model.ts';
import type { Container, Value } from './value.ts';

/** What `value[index]` gives. */
export function itemsOf(
  m: Machine,
  value: Value,
  index: Expression | null,
  place: Expression,
  context: Context,
): Values {
  if (value.t === 'container') return containerItem(m, value, index, place, context);
  if (value.t === 'class') return [value];
  if (value.t === 'foreign' || value.t === 'const') return [m.pool.foreign()];
  if (value.t === 'external' || value.t === 'alias')
    return [m.pool.at(place, 'alias', () => ({ t: 'alias', of: place, context }))];
  if (value.t !== 'instance') return nothing;
  const entry = index ? typedEntry(m, value, index, place) : undefined;
  if (entry) return entry;
  const given = index ? [m.evaluate(index, context)] : [];
  const call = { place, args: [], keywords: [], context, given };
  return flatMap(m.attribute(value, '__getitem__', place), (method) => m.call(method, call));
}

/** `value['key']` of a typed dictionary (PEP 589). */
function typedEntry(
  m: Machine,
  value: Extract<Value, { t: 'instance' }>,
  index: Expression,
  place: object,
): Values | undefined {
  if (index.t !== 'const' || typeof index.value !== 'string') return undefined;
  if (!m.linearise(value.cls).externals.some((path) => path.endsWith('.TypedDict'))) return undefined;
  const member = m.member(value.cls, index.value);
  return member && memberValues(m, member, value, place);
}

/** A bound of a slice: counted from the start, `null` where it is left out, `undefined` where it is not known. */
function boundOf(values: Values, { parts }: Container): number | null | undefined {
  const [only, second] = values;
  if (second || only?.t !== 'const') return undefined;
  if (only.type === 'None') return null;
  if (typeof only.value !== 'number') return undefined;
  return only.value < 0 ? parts.size + only.value : only.value;
}

function containerItem(
  m: Machine,
  value: Container,
  index: Expression | null,
  place: Expression,
  context: Context,
): Values {
  if (index === null) return contents(m, value);
  if (index.t !== 'other' || index.type !== 'slice') return itemOf(m, value, m.key(index, context));
  const [from, to, step] = index.parts.map((part) => boundOf(m.evaluate(part, context), value));
  if (from !== undefined && to !== undefined && (step ?? null) === null)
    return [slice(m, value, place, from ?? 0, to ?? Number.POSITIVE_INFINITY)];
  return [containerAt(m, place, value, value.of, () => contents(m, value))];
}
