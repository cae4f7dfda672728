import type { Place } from '../fix/place.ts';
import { isContainer, type Kind } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { isTarget, isValue } from '../syntax/walk.ts';
import { argumentsOf } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const wrappers: Partial<Readonly<Record<Kind, readonly (readonly [string, number])[]>>> = {
  number: [
    ['abs', 0.3],
    ['int', 0.35],
    ['str', 0.25],
    ['float', 0.15],
  ],
  text: [
    ['int', 0.3],
    ['len', 0.2],
    ['list', 0.15],
  ],
  list: [
    ['list', 0.35],
    ['len', 0.3],
    ['set', 0.2],
    ['sorted', 0.3],
    ['tuple', 0.2],
  ],
  set: [
    ['list', 0.35],
    ['len', 0.25],
    ['sorted', 0.3],
  ],
  map: [
    ['list', 0.2],
    ['dict', 0.25],
  ],
  any: [
    ['str', 0.2],
    ['list', 0.2],
    ['int', 0.15],
    ['len', 0.15],
    ['bool', 0.1],
  ],
};

/** The call as one of its arguments: `f(x)` as `x`. */
function* unwrapped(node: Syntax): Generator<Draft> {
  const args = argumentsOf(node);
  if (args.length > 2) return;
  const yielded = node.parent?.type === 'yield' || node.parent?.type === 'return_statement';
  for (const argument of args)
    if (argument.type !== 'keyword_argument' && !argument.type.endsWith('splat'))
      yield replaced(node, argument.text, (yielded ? 0.7 : 0.45) / args.length ** 0.5);
  const callee = node.at('function');
  if (callee?.type === 'attribute' && args.length === 0) {
    const object = callee.at('object');
    if (object) yield replaced(node, object.text, 0.4);
  }
  if (callee && args.length === 0) yield replaced(node, callee.text, 0.15);
}

const counted = new Set(['binary_operator', 'identifier', 'call', 'subscript']);

/** `m = e` as `m = max(m, e)`: a best so far that is overwritten. */
function* limited(node: Syntax, place: Place): Generator<Draft> {
  const left = node.parent?.at('left');
  if (node.parent?.type !== 'assignment' || node.field !== 'right' || !left || !counted.has(node.type))
    return;
  if (left.type === 'pattern_list' || place.kind(node) !== 'number') return;
  if (node.text === left.text) return;
  const named = /max|long|larg|great|high|best|most|top/i.test(left.text) ? 1 : 0.6;
  const least = /min|short|small|least|low|near|clos/i.test(left.text) ? 1 : 0.6;
  yield replaced(node, `max(${left.text}, ${node.text})`, 0.75 * named);
  yield replaced(node, `min(${left.text}, ${node.text})`, 0.75 * least);
  yield replaced(node, `max(0, ${node.text})`, 0.6 * named);
}

/** What is done to the argument beside it: `f(a[1:], b)` as `f(a[1:], b[1:])`. */
function* likeNeighbour(node: Syntax, place: Place): Generator<Draft> {
  const list = node.parent;
  if (list?.type !== 'argument_list' && list?.type !== 'tuple' && list?.type !== 'binary_operator') return;
  for (const other of list.parts) {
    if (other === node) continue;
    const inner =
      other.type === 'subscript'
        ? other.at('value')
        : other.type === 'call'
          ? argumentsOf(other)[0]
          : other.at('object');
    if (inner?.type !== 'identifier' || other.text.length > 60) continue;
    const text =
      other.text.slice(0, inner.start - other.start) + node.text + other.text.slice(inner.end - other.start);
    const fits = place.kind(inner) === place.kind(node) ? 0.95 : 0.5;
    if (text !== other.text) yield replaced(node, text, fits);
  }
}

function* wrapped(node: Syntax, place: Place): Generator<Draft> {
  const kind = place.kind(node);
  const { parent, field } = node;
  if (
    parent?.type === 'argument_list' &&
    parent.parent?.at('function')?.text === 'range' &&
    isContainer(kind)
  )
    yield replaced(node, `len(${node.text})`, 0.9);
  const looped = parent?.type === 'for_statement' && field === 'right';
  if (looped && place.clues.symptoms.has('changed-size')) yield replaced(node, `list(${node.text})`, 1);
  const spot = looped || parent?.type === 'return_statement' || parent?.type === 'argument_list' ? 1 : 0.6;
  for (const [callee, weight] of wrappers[kind] ?? [])
    if (node.type !== 'call' || node.at('function')?.text !== callee)
      yield replaced(node, `${callee}(${node.text})`, weight * spot);
  if ((kind === 'list' || kind === 'map' || kind === 'set') && node.type !== 'call') {
    const kept = parent?.type === 'argument_list' || parent?.type === 'return_statement' || field === 'right';
    if (kept) yield replaced(node, `${node.text}.copy()`, 0.35);
  }
}

/** A call too many or too few around an expression. */
export const wrap = defineTemplate({
  name: 'wrap',
  title: 'Wrapped or unwrapped expression',
  prior: 0.7,
  symptoms: { type: 1.5, 'changed-size': 2, recursion: 1.1 },
  visits: ['identifier', 'call', 'subscript', 'attribute', 'binary_operator'],
  *draft(node, place) {
    if (!isValue(node) || isTarget(node) || node.field === 'function' || node.field === 'object') return;
    if (node.parent?.type === 'expression_statement') return;
    if (node.type === 'call') yield* unwrapped(node);
    yield* limited(node, place);
    if (node.field === 'value' && node.parent?.type === 'subscript') return;
    if (node.type === 'identifier') yield* likeNeighbour(node, place);
    yield* wrapped(node, place);
  },
});
