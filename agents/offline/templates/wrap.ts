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

const isPlain = ({ type }: Syntax) => type !== 'keyword_argument' && !type.endsWith('splat');

/** The call as one of its arguments, or as the thing whose method it is: `f(x)` as `x`, `x.f()` as `x`. */
function* unwrapped(node: Syntax): Generator<Draft> {
  const args = argumentsOf(node);
  const callee = node.at('function');
  if (!callee || args.length > 2) return;
  const given = node.parent?.type === 'yield' || node.parent?.type === 'return_statement' ? 0.7 : 0.45;
  for (const argument of args.filter(isPlain))
    yield replaced(node, argument.text, given / args.length ** 0.5);
  if (args.length > 0) return;
  const object = callee.at('object');
  if (object) yield replaced(node, object.text, 0.4);
  yield replaced(node, callee.text, 0.15);
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

/** The name that an argument is made of, and all it is wrapped in. */
function coreOf(argument: Syntax): Syntax | undefined {
  if (argument.text.length > 60) return undefined;
  const inner =
    argument.type === 'call' ? argumentsOf(argument)[0] : (argument.at('value') ?? argument.at('object'));
  return inner?.type === 'identifier' ? inner : undefined;
}

const lists = new Set(['argument_list', 'tuple', 'binary_operator']);

/** What is done to the argument beside it: `f(a[1:], b)` as `f(a[1:], b[1:])`. */
function* likeNeighbour(node: Syntax, place: Place): Generator<Draft> {
  const { parent } = node;
  if (!parent || !lists.has(parent.type)) return;
  for (const other of parent.parts) {
    const core = other === node ? undefined : coreOf(other);
    if (!core) continue;
    const [before, after] = [
      other.text.slice(0, core.start - other.start),
      other.text.slice(core.end - other.start),
    ];
    const fits = place.kind(core) === place.kind(node) ? 0.95 : 0.5;
    if (core.text !== node.text) yield replaced(node, before + node.text + after, fits);
  }
}

const copied = new Set<Kind>(['list', 'map', 'set']);
const kept = new Set(['argument_list', 'return_statement', 'for_statement']);

/** Wrappings that the place itself asks for. */
function* needed(node: Syntax, place: Place): Generator<Draft> {
  const { parent, field } = node;
  const callee = parent?.type === 'argument_list' ? parent.parent?.at('function')?.text : undefined;
  if (callee === 'range' && isContainer(place.kind(node))) yield replaced(node, `len(${node.text})`, 0.9);
  if (parent?.type === 'for_statement' && field === 'right' && place.clues.symptoms.has('changed-size'))
    yield replaced(node, `list(${node.text})`, 1);
}

function* wrapped(node: Syntax, place: Place): Generator<Draft> {
  yield* needed(node, place);
  const kind = place.kind(node);
  const spot = kept.has(node.parent?.type ?? '') ? 1 : 0.6;
  const own = node.type === 'call' ? node.at('function')?.text : undefined;
  for (const [wrapper, weight] of wrappers[kind] ?? [])
    if (wrapper !== own) yield replaced(node, `${wrapper}(${node.text})`, weight * spot);
  if (copied.has(kind) && node.type !== 'call' && (spot === 1 || node.field === 'right'))
    yield replaced(node, `${node.text}.copy()`, 0.35);
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
