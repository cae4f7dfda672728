import type { Place } from '../fix/place.ts';
import { indentOf, insertBefore } from '../syntax/layout.ts';
import { parametersOf } from '../syntax/scope.ts';
import type { Syntax } from '../syntax/tree.ts';
import { classOf, descendants } from '../syntax/walk.ts';
import { Ways } from './common.ts';
import { type Draft, defineTemplate, inserted } from './define-template.ts';

const maxDecorators = 8;
const cache = new WeakMap<Syntax, ReadonlyMap<string, number>>();

/** Decorators without arguments that the file uses, with how often. */
function decoratorsIn(root: Syntax): ReadonlyMap<string, number> {
  const known = cache.get(root);
  if (known) return known;
  const counts = new Map<string, number>();
  for (const node of descendants(root))
    if (node.type === 'decorator' && node.text.length < 60 && !node.text.includes('\n'))
      counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
  cache.set(root, counts);
  return counts;
}

function* dropped(decorated: Syntax): Generator<Draft> {
  for (const decorator of decorated.parts.filter(({ type }) => type === 'decorator')) {
    const next = decorated.children[decorated.children.indexOf(decorator) + 1];
    if (next)
      yield {
        changes: [{ start: decorator.start, end: next.start, text: '' }],
        weight: 0.4,
        note: `'${decorator.text.slice(0, 50)}' is taken out`,
        line: decorator.line,
      };
  }
}

/** Decorators that a method of such parameters often has. */
function ofMethod(definition: Syntax): readonly (readonly [string, number])[] {
  const names = parametersOf(definition).map(({ text }) => text);
  const [first] = names;
  const bound = first === 'self' || first === 'cls';
  return [
    ...(names.length === 1 ? [['@property', 0.9] as const] : []),
    ...(first === 'cls' ? [['@classmethod', 1] as const] : []),
    ...(bound ? [] : [['@staticmethod', 0.8] as const]),
  ];
}

function ways(definition: Syntax, place: Place): Ways {
  const found = new Ways();
  for (const [text, count] of decoratorsIn(place.root)) found.add(text, Math.min(0.8, 0.4 + 0.1 * count));
  if (classOf(definition) && indentOf(definition) !== '')
    for (const [text, weight] of ofMethod(definition)) found.add(text, weight);
  const { parent } = definition;
  if (parent?.type === 'decorated_definition') for (const { text } of parent.parts) found.delete(text);
  return found;
}

/** A decorator that is missing or too much. */
export const decorator = defineTemplate({
  name: 'decorator',
  title: 'Missing or extra decorator',
  prior: 0.4,
  symptoms: { type: 1.4, attribute: 1.3, arguments: 1.4 },
  visits: ['function_definition', 'decorated_definition'],
  *draft(node, place) {
    if (node.type === 'decorated_definition') return yield* dropped(node);
    for (const [text, weight] of ways(node, place).best(maxDecorators))
      yield* inserted(insertBefore(node, [text]), node, text, weight * (classOf(node) ? 1 : 0.5));
  },
});
