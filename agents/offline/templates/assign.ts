import type { Place } from '../fix/place.ts';
import { compatibility, type Kind } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, loopOf } from '../syntax/walk.ts';
import { heaviest, readNames } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxLost = 14;
const starts: Partial<Readonly<Record<Kind, readonly string[]>>> = {
  number: ['0', '1', "float('inf')", "-float('inf')", '-1'],
  text: ["''"],
  list: ['[]', '[[]]', 'set()', '{}'],
  set: ['set()', '[]'],
  map: ['{}', '[]'],
  none: ['[]', '{}', "''", '0', 'set()'],
  bool: ['True', 'False'],
};
const literal = new Set([
  'integer',
  'float',
  'string',
  'list',
  'dictionary',
  'none',
  'true',
  'false',
  'unary_operator',
]);

function* initial(right: Syntax, place: Place): Generator<Draft> {
  if (!literal.has(right.type) && !/^(set|list|dict|float)\([^)]*\)$/.test(right.text)) return;
  for (const [i, text] of (starts[place.kind(right)] ?? []).entries())
    if (text !== right.text) yield replaced(right, text, 0.5 - 0.06 * i);
}

const cache = new WeakMap<Syntax, ReadonlyMap<string, readonly Syntax[]>>();
const lastOf = (text: string) => (text.split('.').at(-1) ?? text).replace(/^_+/, '');

/** Values by the name, or the attribute's name, that they are assigned to in the file; attributes of that name. */
function valuesIn(root: Syntax): ReadonlyMap<string, readonly Syntax[]> {
  const known = cache.get(root);
  if (known) return known;
  const found = new Map<string, Syntax[]>();
  const add = (name: string, value: Syntax) => {
    if (value.end - value.start <= 80 && value.type !== 'none')
      found.set(name, [...(found.get(name) ?? []), value].slice(0, 12));
  };
  for (const node of descendants(root)) {
    const [left, right] = node.type === 'assignment' ? [node.at('left'), node.at('right')] : [];
    if (left && right) add(lastOf(left.text), right);
    if (node.type === 'attribute' && node.field !== 'left')
      add(lastOf(node.text), node.field === 'function' && node.parent ? node.parent : node);
  }
  cache.set(root, found);
  return found;
}

/** `a = None` where a value was meant: a name in scope, what namesakes are given elsewhere. */
function* lost(left: Syntax, right: Syntax, place: Place): Generator<Draft> {
  if (right.type !== 'none') return;
  const wanted = lastOf(left.text);
  const options = new Map<string, number>();
  const names = place.names(right);
  const bound = new Set(names.map(({ text }) => text));
  for (const value of valuesIn(place.root).get(wanted) ?? [])
    if (value.text !== left.text && readNames(value).every((name) => bound.has(name)))
      options.set(value.text, 0.8);
  if (bound.has('self') && left.type === 'identifier') {
    options.set(`self.${wanted}`, Math.max(options.get(`self.${wanted}`) ?? 0, 0.5));
    options.set(`self.${wanted}()`, 0.3);
  }
  for (const { text, kind, role, reads } of place.locals(right))
    if (text !== left.text && role !== 'comprehension') {
      const spare = reads === 0 ? 0.7 : 0.4;
      options.set(text, lastOf(text) === wanted ? 1 : spare * compatibility(place.kind(left), kind));
    }
  for (const [text, weight] of heaviest([...options], ([, one]) => one, maxLost))
    yield replaced(right, text, weight);
}

function* augmented(node: Syntax): Generator<Draft> {
  const [left, operator, right] = [node.at('left'), node.at('operator'), node.at('right')];
  if (!left || !operator || !right) return;
  yield replaced(operator, '=', 0.5);
  yield replaced(node, `${left.text} = ${right.text} ${operator.text.slice(0, -1)} ${left.text}`, 0.3);
}

const unsummed = new Set<Kind>(['object', 'callable', 'bool']);

/** `=` as `+=`; not for the first value of something. */
function* summed(node: Syntax, left: Syntax, right: Syntax, place: Place): Generator<Draft> {
  const sign = node.children.find(({ type }) => type === '=');
  const kind = place.kind(left);
  const first = literal.has(right.type) && !loopOf(node);
  if (!sign || first || left.type === 'pattern_list' || right.type === 'assignment' || unsummed.has(kind))
    return;
  yield replaced(sign, '+=', 0.55);
  if (kind === 'number') yield replaced(sign, '-=', 0.4);
  if (kind === 'set' || kind === 'map') yield replaced(sign, '|=', 0.3);
}

/** `=` for `+=`, wrong first values, values lost. */
export const assign = defineTemplate({
  name: 'assign',
  title: 'Assignment or first value',
  prior: 0.6,
  symptoms: { name: 1.2, 'none-value': 1.3 },
  visits: ['assignment', 'augmented_assignment'],
  *draft(node, place) {
    if (node.type !== 'assignment') return yield* augmented(node);
    const [left, right] = [node.at('left'), node.at('right')];
    if (!left || !right) return;
    if (!node.at('type')) yield* summed(node, left, right, place);
    yield* initial(right, place);
    yield* lost(left, right, place);
  },
});
