import type { Place } from '../fix/place.ts';
import { compatibility } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf, isTarget, isValue, statementOf } from '../syntax/walk.ts';
import { heaviest, likeness, readNames, Ways } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxIngredients = 10;
const maxLength = 60;
const types = new Set(['call', 'subscript', 'attribute', 'binary_operator', 'comparison_operator']);

const cache = new WeakMap<Syntax, readonly Syntax[]>();

const isIngredient = (node: Syntax) =>
  types.has(node.type) &&
  node.end - node.start <= maxLength &&
  node.line === node.endLine &&
  isValue(node) &&
  node.field !== 'function' &&
  node.parent?.type !== 'expression_statement';

/** Expressions of a function that could be written at another place too; each once a statement. */
function ingredients(definition: Syntax): readonly Syntax[] {
  const known = cache.get(definition);
  if (known) return known;
  const found = new Map<string, Syntax>();
  for (const node of descendants(definition)) {
    if (!isIngredient(node)) continue;
    const key = `${node.text}@${statementOf(node)?.start}`;
    if (!found.has(key)) found.set(key, node);
  }
  const list = [...found.values()].slice(0, 150);
  cache.set(definition, list);
  return list;
}

function weightOf(node: Syntax, other: Syntax, place: Place): number {
  const same = statementOf(node) === statementOf(other) ? 1 : 0.6;
  const alike = 0.6 + 0.4 * likeness(node.text, other.text);
  const sort = node.type === other.type ? 1 : 0.7;
  return compatibility(place.kind(node), place.kind(other)) * same * alike * sort;
}

function* fromFunction(node: Syntax, definition: Syntax, place: Place): Generator<Draft> {
  const bound = new Set(place.names(node).map(({ text }) => text));
  const isKnown = (name: string) =>
    bound.has(name) || !/^[a-z_]+$/.test(name) || place.kindOfName(name, node) === 'callable';
  const written = isTarget(node);
  const ways = new Ways();
  for (const other of ingredients(definition)) {
    if (other.text === node.text || other.contains(node)) continue;
    if (written && other.type !== 'subscript' && other.type !== 'attribute') continue;
    if (readNames(other).every(isKnown)) ways.add(other.text, weightOf(node, other, place));
  }
  for (const [text, weight] of ways.best(maxIngredients))
    if (weight > 0.05) yield replaced(node, text, 0.75 * weight);
}

/** A name instead of a whole expression. */
function* named(node: Syntax, place: Place): Generator<Draft> {
  const kind = place.kind(node);
  const names = place.locals(node).filter(({ role, text }) => role !== 'comprehension' && node.text !== text);
  const weight = (one: (typeof names)[number]) =>
    compatibility(kind, one.kind) * (one.reads === 0 ? 1.3 : 1) * (one.role === 'local' ? 1 : 0.8);
  for (const one of heaviest(names, weight, 6))
    yield replaced(node, one.text, Math.min(1, 0.5 * weight(one)));
}

/** An expression in place of another one: one that the function has elsewhere, or a variable. */
export const expression = defineTemplate({
  name: 'expression',
  title: 'Another expression of the function',
  prior: 0.55,
  visits: [...types, 'none'],
  *draft(node, place) {
    const definition = functionOf(node);
    const { parent, field } = node;
    if (!definition || !isValue(node) || parent?.type === 'expression_statement') return;
    if (field === 'function' || field === 'object' || parent?.type === 'decorator') return;
    yield* fromFunction(node, definition, place);
    if (node.type !== 'none' && !isTarget(node) && parent?.type !== 'comparison_operator')
      yield* named(node, place);
  },
});
