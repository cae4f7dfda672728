import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import { heaviest, likeness } from './common.ts';
import { defineTemplate, replaced } from './define-template.ts';

const maxNames = 12;
const seen = new WeakMap<Syntax, ReadonlyMap<string, ReadonlySet<string>>>();

/** By text of the object, which attributes the file reads of it. */
function usedAttributes(root: Syntax): ReadonlyMap<string, ReadonlySet<string>> {
  const known = seen.get(root);
  if (known) return known;
  const found = new Map<string, Set<string>>();
  for (const node of descendants(root)) {
    if (node.type !== 'attribute') continue;
    const [object, attribute] = [node.at('object'), node.at('attribute')];
    if (!object || !attribute || object.end - object.start > 40) continue;
    const names = found.get(object.text) ?? new Set();
    names.add(attribute.text);
    found.set(object.text, names);
  }
  seen.set(root, found);
  return found;
}

function weights(object: Syntax, attribute: Syntax, place: Place): Map<string, number> {
  const peers = place.attributes.peers(attribute.text);
  const used = usedAttributes(place.root).get(object.text) ?? new Set<string>();
  const found = new Map<string, number>();
  for (const text of new Set([...peers, ...used])) {
    if (text === attribute.text || (text.startsWith('__') && object.text !== 'self')) continue;
    const known = (peers.has(text) ? 0.6 : 0.3) + (used.has(text) ? 0.25 : 0);
    const told = place.clues.words.has(text) ? 1.2 : 1;
    found.set(text, Math.min(1, (known + 0.5 * likeness(text, attribute.text)) * 0.8 * told));
  }
  return found;
}

/** Another attribute or method of the same object. */
export const attribute = defineTemplate({
  name: 'attribute',
  title: 'Another attribute or method',
  prior: 0.75,
  symptoms: { attribute: 1.6, 'none-value': 1.1 },
  visits: ['attribute'],
  *draft(node, place) {
    const [object, own] = [node.at('object'), node.at('attribute')];
    if (!object || !own || node.parent?.type === 'decorator') return;
    for (const [text, weight] of heaviest([...weights(object, own, place)], ([, one]) => one, maxNames))
      yield replaced(own, text, weight);
  },
});
