import type { Place, VisibleName } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { isTarget, isValue, statementOf } from '../syntax/walk.ts';
import { fitness, heaviest, likeness } from './common.ts';
import { defineTemplate, replaced } from './define-template.ts';

const maxNames = 14;

/** The kind a name has when its own use here is left out cannot be told apart cheaply; its declared one is taken. */
function weightOf(name: VisibleName, node: Syntax, place: Place): number {
  const alike = likeness(name.text, node.text);
  const fits = fitness(name, place.kind(node));
  const called = node.field === 'function';
  if (called && name.kind !== 'callable' && name.kind !== 'any') return 0;
  const spelled = 0.75 + 0.25 * alike;
  const told = place.clues.words.has(name.text) && name.text.length > 2 ? 1.1 : 1;
  return fits * spelled * told * (called ? 0.5 * (0.3 + alike) : 1);
}

function choices(node: Syntax, place: Place): readonly VisibleName[] {
  const names = node.field === 'function' ? place.names(node) : place.variables(node);
  return names.filter(({ text }) => text !== node.text);
}

/** Another variable in scope. */
export const name = defineTemplate({
  name: 'name',
  title: 'Another variable in scope',
  prior: 0.8,
  symptoms: { name: 1.8, type: 1.1, attribute: 1.1 },
  visits: ['identifier'],
  *draft(node, place) {
    if (!isValue(node) || node.text === 'self' || node.text === 'cls') return;
    const bound = place.names(node).some(({ text }) => text === node.text);
    const unknown = !bound && !isTarget(node) && place.clues.words.has(node.text) ? 1.2 : 1;
    const names = choices(node, place).map((one) => ({ text: one.text, weight: weightOf(one, node, place) }));
    const inTarget = isTarget(node) ? 0.5 : 1;
    const inSame = new Set(statementOf(node)?.text.match(/\w+/g) ?? []);
    for (const { text, weight } of heaviest(names, (one) => one.weight, maxNames)) {
      const repeated = inSame.has(text) ? 0.9 : 1;
      if (weight > 0.03) yield replaced(node, text, Math.min(1, weight * inTarget * unknown * repeated));
    }
  },
});
