import type { Place } from '../fix/place.ts';
import { fitted } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { functionOf, isTarget, isValue } from '../syntax/walk.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

/** What the place of a number says: how often it is off by one, and which way first. */
interface Spot {
  readonly weight: number;
  readonly up: number;
  readonly down: number;
}

const spots = {
  range: { weight: 1, up: 1, down: 0.8 },
  bound: { weight: 0.85, up: 1, down: 0.9 },
  index: { weight: 0.9, up: 0.8, down: 1 },
  compared: { weight: 0.75, up: 0.8, down: 1 },
  recursion: { weight: 0.95, up: 1, down: 0.95 },
  argument: { weight: 0.6, up: 1, down: 1 },
  length: { weight: 0.85, up: 0.6, down: 1 },
  assigned: { weight: 0.5, up: 1, down: 1 },
  returned: { weight: 0.6, up: 1, down: 1 },
  other: { weight: 0.4, up: 1, down: 1 },
} as const satisfies Readonly<Record<string, Spot>>;

function spotOfArgument(node: Syntax): Spot {
  const callee = node.parent?.parent?.at('function')?.text;
  if (callee === 'range') return spots.range;
  const own = functionOf(node)?.at('name')?.text;
  return callee !== undefined && callee.split('.').at(-1) === own ? spots.recursion : spots.argument;
}

function spotOf(node: Syntax): Spot {
  const { parent } = node;
  if (parent?.type === 'argument_list') return spotOfArgument(node);
  if (parent?.type === 'slice') return spots.bound;
  if (parent?.type === 'subscript' && node.field === 'subscript') return spots.index;
  if (node.type === 'call' && node.at('function')?.text === 'len') return spots.length;
  if (parent?.type === 'comparison_operator') return spots.compared;
  if (parent?.type === 'assignment') return spots.assigned;
  if (parent?.type === 'return_statement') return spots.returned;
  return spots.other;
}

const isOne = (node: Syntax | undefined) => node?.type === 'integer' && /^\d+$/.test(node.text);

/** `x - 1` as `x`, `x - 2`. */
function* adjusted(node: Syntax): Generator<Draft> {
  const [left, sign, right] = [node.at('left'), node.at('operator')?.text, node.at('right')];
  if (!left || !right || (sign !== '+' && sign !== '-') || !isOne(right)) return;
  const spot = spotOf(node).weight;
  yield replaced(node, left.text, 0.9 * spot);
  yield replaced(right, `${Number(right.text) + 1}`, 0.5 * spot);
}

function isCounted(node: Syntax, place: Place): boolean {
  const kind = place.kind(node);
  if (kind === 'number') return true;
  return kind === 'any' && (spotOf(node).weight >= 0.85 || node.type === 'binary_operator');
}

/** Whether the node is a number's place of use, and not a part of another one or of `x - 1`. */
function isUse(node: Syntax): boolean {
  const { parent, field } = node;
  if (!isValue(node) || isTarget(node) || field === 'function' || field === 'object') return false;
  if (field === 'value' && parent?.type === 'subscript') return false;
  const adjusts = parent?.type === 'binary_operator' && field === 'left' && isOne(parent.at('right'));
  return !(adjusts && ['+', '-'].includes(parent.at('operator')?.text ?? ''));
}

/** Numbers one too high or too low: bounds, indexes, arguments of `range`, lengths. */
export const offByOne = defineTemplate({
  name: 'off-by-one',
  title: 'Off by one',
  prior: 0.95,
  symptoms: { index: 1.5, recursion: 1.2, timeout: 1.1 },
  visits: ['identifier', 'call', 'binary_operator', 'subscript', 'attribute'],
  *draft(node, place) {
    if (!isUse(node)) return;
    if (node.type === 'binary_operator') {
      yield* adjusted(node);
      if (isOne(node.at('right'))) return;
    }
    if (!isCounted(node, place)) return;
    const { weight, up, down } = spotOf(node);
    yield replaced(node, fitted(`${node.text} + 1`, node), weight * up);
    yield replaced(node, fitted(`${node.text} - 1`, node), weight * down);
  },
});
