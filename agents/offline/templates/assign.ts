import type { Place } from '../fix/place.ts';
import { compatibility, type Kind } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, loopOf } from '../syntax/walk.ts';
import { readNames, Ways } from './common.ts';
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

/** An assigned value with the name it goes by; an attribute that is read, or the call of it. */
function namedValue(node: Syntax): { readonly name: string; readonly value: Syntax } | undefined {
  if (node.type === 'assignment') {
    const [left, value] = [node.at('left'), node.at('right')];
    return left && value ? { name: lastOf(left.text), value } : undefined;
  }
  if (node.type !== 'attribute' || node.field === 'left') return undefined;
  return { name: lastOf(node.text), value: node.field === 'function' && node.parent ? node.parent : node };
}

/** Values by the name, or the attribute's name, that they are assigned to in the file; attributes of that name. */
function valuesIn(root: Syntax): ReadonlyMap<string, readonly Syntax[]> {
  const known = cache.get(root);
  if (known) return known;
  const found = new Map<string, Syntax[]>();
  for (const node of descendants(root)) {
    const one = namedValue(node);
    if (!one || one.value.end - one.value.start > 80 || one.value.type === 'none') continue;
    const list = found.get(one.name) ?? [];
    if (list.length < 12) found.set(one.name, [...list, one.value]);
  }
  cache.set(root, found);
  return found;
}

/** What the name is given elsewhere, where all it reads is bound here. */
function fromNamesakes(left: Syntax, wanted: string, bound: ReadonlySet<string>, root: Syntax): string[] {
  const values = valuesIn(root).get(wanted) ?? [];
  return values
    .filter((value) => value.text !== left.text && readNames(value).every((name) => bound.has(name)))
    .map(({ text }) => text);
}

/** `a = None` where a value was meant: a name in scope, what namesakes are given elsewhere. */
function* lost(left: Syntax, right: Syntax, place: Place): Generator<Draft> {
  const wanted = lastOf(left.text);
  const ways = new Ways();
  const bound = new Set(place.names(right).map(({ text }) => text));
  for (const text of fromNamesakes(left, wanted, bound, place.root)) ways.add(text, 0.8);
  if (bound.has('self') && left.type === 'identifier') {
    ways.add(`self.${wanted}`, 0.5);
    ways.add(`self.${wanted}()`, 0.3);
  }
  const own = place.kind(left);
  for (const { text, kind, role, reads } of place.locals(right)) {
    if (text === left.text || role === 'comprehension') continue;
    const spare = (reads === 0 ? 0.7 : 0.4) * compatibility(own, kind);
    ways.add(text, lastOf(text) === wanted ? 1 : spare);
  }
  for (const [text, weight] of ways.best(maxLost)) yield replaced(right, text, weight);
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
    if (right.type === 'none') yield* lost(left, right, place);
  },
});
