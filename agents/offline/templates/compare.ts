import type { Place } from '../fix/place.ts';
import type { Kind } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { functionOf } from '../syntax/walk.ts';
import { callsItself } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

type Weights = Readonly<Record<string, number>>;

/** Between numbers and the like: how often the first is written where the second is meant. */
const ordered: Readonly<Record<string, Weights>> = {
  '<': { '<=': 1, '>': 0.7, '>=': 0.5, '!=': 0.3, '==': 0.3, is: 0.12, 'is not': 0.12, in: 0.1 },
  '<=': { '<': 1, '>=': 0.6, '>': 0.5, '==': 0.4, '!=': 0.25, is: 0.12, 'is not': 0.12 },
  '>': { '>=': 1, '<': 0.7, '<=': 0.5, '!=': 0.35, '==': 0.35, is: 0.12, 'is not': 0.12 },
  '>=': { '>': 1, '<=': 0.6, '<': 0.5, '==': 0.4, '!=': 0.25, is: 0.12, 'is not': 0.12 },
  '==': { '!=': 0.7, '<=': 0.6, '>=': 0.55, '<': 0.4, '>': 0.4, is: 0.15, in: 0.2 },
  '!=': { '==': 0.8, '<': 0.5, '>': 0.5, '<=': 0.35, '>=': 0.35, 'is not': 0.15, 'not in': 0.15 },
  is: { '==': 0.8, 'is not': 0.5, '<': 0.6, '<=': 0.5, '>': 0.5, '>=': 0.5, '!=': 0.4, in: 0.2 },
  'is not': { '!=': 0.8, is: 0.5, '==': 0.5, '<': 0.5, '<=': 0.5, '>': 0.5, '>=': 0.5, 'not in': 0.2 },
  in: { 'not in': 0.9, '==': 0.25 },
  'not in': { in: 0.9, '!=': 0.25 },
};
/** Between things that have no order: an ordering operator there stands for one of these. */
const unordered: Readonly<Record<string, Weights>> = {
  '==': { '!=': 0.9, is: 0.3, in: 0.3, 'is not': 0.2 },
  '!=': { '==': 0.9, 'is not': 0.3, 'not in': 0.3, is: 0.2 },
  is: { 'is not': 0.9, '==': 0.6, '!=': 0.35, in: 0.15 },
  'is not': { is: 0.9, '!=': 0.6, '==': 0.35, 'not in': 0.15 },
  in: { 'not in': 0.9, '==': 0.25 },
  'not in': { in: 0.9, '!=': 0.25 },
};
const disordered: Weights = { '==': 0.9, '!=': 0.8, is: 0.8, 'is not': 0.75, in: 0.4, 'not in': 0.3 };
const singles = new Set<Kind>(['none', 'bool']);
const withoutOrder = new Set<Kind>(['none', 'bool', 'set', 'map', 'object', 'callable']);
/** What `is` is meant for. */
const singletons = new Set(['none', 'true', 'false', 'ellipsis']);
/** Surely numbers where numbers are expected, whatever the operator between them makes of names. */
const counted = new Set(['integer', 'float', 'call', 'binary_operator', 'unary_operator']);
/** Values made on the spot are never the same object. */
const fresh = new Set(['string', 'integer', 'float', 'tuple', 'list', 'binary_operator']);

/** `is` between things that are no singletons: likely a wrong operator. */
const notSame: Readonly<Record<string, Weights>> = {
  is: { '==': 1, '!=': 0.8, '<=': 0.5, '<': 0.5, '>=': 0.45, '>': 0.45, 'is not': 0.5, in: 0.2 },
  'is not': { '!=': 1, '==': 0.8, '<': 0.5, '<=': 0.5, '>': 0.45, '>=': 0.45, is: 0.5, 'not in': 0.2 },
};
const neverSame: Readonly<Record<string, Weights>> = {
  is: { '==': 1, '<=': 0.7, '<': 0.7, '>=': 0.6, '>': 0.6, '!=': 0.7 },
  'is not': { '!=': 1, '==': 0.8, '<': 0.7, '<=': 0.7, '>': 0.6, '>=': 0.6 },
};
const unsure: Weights = { is: 0.35, '==': 0.45, '!=': 0.4, 'is not': 0.3 };

/** For `is` and `is not` between things that are no singletons. */
function ofDifferent(operator: string, sides: readonly Syntax[]): Weights | undefined {
  if (sides.some(({ type }) => singletons.has(type))) return undefined;
  return (sides.some(({ type }) => fresh.has(type)) ? neverSame : notSame)[operator];
}

function ofNumbers(operator: string, sides: readonly Syntax[]): Weights {
  const inOrder = ordered[operator] ?? {};
  return sides.some(({ type }) => counted.has(type)) ? inOrder : { ...inOrder, is: 0.25, 'is not': 0.2 };
}

function alternatives(operator: string, sides: readonly Syntax[], place: Place): Weights {
  const different = ofDifferent(operator, sides);
  if (different) return different;
  const kinds = sides.map((side) => place.kind(side));
  const without = unordered[operator] ?? disordered;
  if (kinds.includes('number') && !kinds.some((kind) => singles.has(kind))) return ofNumbers(operator, sides);
  const text = kinds.includes('text');
  if (kinds.some((kind) => withoutOrder.has(kind)) || (text && operator in unordered)) return without;
  return { ...ordered[operator], ...(text || operator in unordered ? without : unsure) };
}

const limitsBeside: Readonly<Record<string, (n: number) => readonly (readonly [string, number])[]>> = {
  '==': (n) => [
    ['<=', n + 1],
    ['<', n],
    ['>=', n - 1],
  ],
  '<': (n) => [
    ['<=', n + 1],
    ['==', n - 1],
  ],
  '<=': (n) => [
    ['<', n - 1],
    ['==', n + 1],
  ],
  '>': (n) => [
    ['>=', n - 1],
    ['!=', n],
  ],
  '>=': (n) => [['>', n + 1]],
  '!=': (n) => [
    ['>', n + 1],
    ['>=', n],
  ],
};

/** `== 0` as `<= 1`, and the like: the limit of a base case is often wrong in both parts. */
function* limits(node: Syntax, operator: Syntax, right: Syntax, place: Place): Generator<Draft> {
  if (right.type !== 'integer' || right.end !== node.end || !/^\d{1,9}$/.test(right.text)) return;
  if (place.kind(node.parts[0] ?? node) === 'text') return;
  const definition = functionOf(node);
  const weight = definition && callsItself(definition) ? 0.7 : 0.25;
  const left = node.source.slice(node.start, operator.start);
  for (const [sign, limit] of limitsBeside[operator.text]?.(Number(right.text)) ?? [])
    if (limit >= 0) yield replaced(node, `${left}${sign} ${limit}`, weight);
}

export const compare = defineTemplate({
  name: 'compare',
  title: 'Comparison operator',
  prior: 1,
  symptoms: { recursion: 1.3, timeout: 1.3, index: 1.3, 'none-value': 0.8 },
  visits: ['comparison_operator'],
  *draft(node, place) {
    const { children } = node;
    for (const [i, operator] of children.entries()) {
      const [left, right] = [children[i - 1], children[i + 1]];
      if (operator.field !== 'operators' || !left || !right) continue;
      for (const [sign, weight] of Object.entries(alternatives(operator.text, [left, right], place)))
        yield replaced(operator, sign, weight);
      yield* limits(node, operator, right, place);
    }
  },
});
