import type { Place } from '../fix/place.ts';
import type { Kind } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { functionOf } from '../syntax/walk.ts';
import { callsItself } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

type Weights = Readonly<Record<string, number>>;

const ordered: Readonly<Record<string, Weights>> = {
  '<': { '<=': 1, '>': 0.7, '>=': 0.5, '!=': 0.3, '==': 0.25 },
  '<=': { '<': 1, '>=': 0.6, '>': 0.5, '==': 0.35, '!=': 0.2 },
  '>': { '>=': 1, '<': 0.7, '<=': 0.5, '!=': 0.3, '==': 0.25 },
  '>=': { '>': 1, '<=': 0.6, '<': 0.5, '==': 0.35, '!=': 0.2 },
  '==': { '!=': 0.7, '<=': 0.6, '>=': 0.55, '<': 0.4, '>': 0.4 },
  '!=': { '==': 0.8, '<': 0.5, '>': 0.5, '<=': 0.35, '>=': 0.35 },
};
const identity: Readonly<Record<string, Weights>> = {
  '==': { '!=': 0.8, is: 0.2, in: 0.25 },
  '!=': { '==': 0.9, 'is not': 0.2, 'not in': 0.25 },
  is: { 'is not': 0.9, '==': 0.6 },
  'is not': { is: 0.9, '!=': 0.6 },
  in: { 'not in': 0.9, '==': 0.25 },
  'not in': { in: 0.9, '!=': 0.25 },
  '<': { '<=': 0.6, '>': 0.5, '==': 0.6, '!=': 0.4, in: 0.2, is: 0.2, '>=': 0.3 },
  '<=': { '<': 0.5, '==': 0.8, '>=': 0.4, is: 0.3, '!=': 0.3, '>': 0.3 },
  '>': { '>=': 0.6, '<': 0.5, '!=': 0.6, '==': 0.4, 'is not': 0.2, '<=': 0.3 },
  '>=': { '>': 0.5, '==': 0.8, '<=': 0.4, is: 0.3, '!=': 0.3, '<': 0.3 },
};
/** Operators that make no sense with these are tried last, as what a wrong operator may have replaced. */
const withoutOrder = new Set<Kind>(['text', 'none', 'bool', 'set', 'map', 'object', 'callable']);

function alternatives(operator: string, kinds: readonly Kind[]): Weights {
  const numeric = kinds.includes('number');
  const named = kinds.some((kind) => withoutOrder.has(kind));
  if (named && !numeric) return identity[operator] ?? {};
  const all: Record<string, number> = { ...(identity[operator] ?? {}) };
  if (numeric) for (const key of Object.keys(all)) if (/^[a-z]/.test(key)) delete all[key];
  return { ...all, ...(ordered[operator] ?? {}) };
}

/** `== 0` as `<= 1`, and the like: the limit of a base case is often wrong in both parts. */
function* limits(node: Syntax, operator: Syntax, right: Syntax, place: Place): Generator<Draft> {
  if (right.type !== 'integer' || right.end !== node.end || !/^\d{1,9}$/.test(right.text)) return;
  const n = Number(right.text);
  const definition = functionOf(node);
  const weight = definition && callsItself(definition) ? 0.7 : 0.25;
  if (place.kind(node.parts[0] ?? node) === 'text') return;
  const both: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
    '==': [
      ['<=', n + 1],
      ['<', n],
      ['>=', n - 1],
    ],
    '<': [
      ['<=', n + 1],
      ['==', n - 1],
    ],
    '<=': [
      ['<', n - 1],
      ['==', n + 1],
    ],
    '>': [
      ['>=', n - 1],
      ['!=', n],
    ],
    '>=': [['>', n + 1]],
    '!=': [
      ['>', n + 1],
      ['>=', n],
    ],
  };
  const left = node.source.slice(node.start, operator.start);
  for (const [sign, limit] of both[operator.text] ?? [])
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
      if (operator.field !== 'operators') continue;
      const [left, right] = [children[i - 1], children[i + 1]];
      if (!left || !right) continue;
      const kinds = [place.kind(left), place.kind(right)];
      for (const [sign, weight] of Object.entries(alternatives(operator.text, kinds)))
        yield replaced(operator, sign, weight);
      yield* limits(node, operator, right, place);
    }
  },
});
