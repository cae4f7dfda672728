import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import { heaviest, likeness } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxNames = 14;
const common: Readonly<Record<string, number>> = {
  KeyError: 0.6,
  ValueError: 0.6,
  TypeError: 0.6,
  AttributeError: 0.55,
  IndexError: 0.5,
  Exception: 0.5,
  LookupError: 0.3,
  OSError: 0.35,
  RuntimeError: 0.4,
  StopIteration: 0.3,
  ImportError: 0.35,
  UnicodeError: 0.3,
  NotImplementedError: 0.3,
};
const cache = new WeakMap<Syntax, ReadonlySet<string>>();

/** Exceptions that the file catches, raises or imports. */
function ofFile(root: Syntax): ReadonlySet<string> {
  const known = cache.get(root);
  if (known) return known;
  const found = new Set<string>();
  for (const node of descendants(root))
    if (
      (node.type === 'identifier' || node.type === 'attribute') &&
      /(?:Error|Exception|Exists|NotFound|Warning|Timeout)$/.test(node.text)
    )
      if (node.end - node.start < 60) found.add(node.text);
  cache.set(root, found);
  return found;
}

function choices(own: string, place: Place): [string, number][] {
  const weights = new Map(Object.entries(common));
  for (const text of ofFile(place.root)) weights.set(text, Math.min(1, (weights.get(text) ?? 0.5) + 0.25));
  for (const [text, weight] of weights) {
    const told = place.clues.words.has(text.split('.').at(-1) ?? text) ? 1.4 : 1;
    weights.set(text, Math.min(1, weight * told * (0.8 + 0.4 * likeness(text, own))));
  }
  weights.delete(own);
  return heaviest([...weights], ([, weight]) => weight, maxNames);
}

function* caught(node: Syntax, place: Place): Generator<Draft> {
  const value = node.at('value') ?? node.parts.find(({ type }) => type !== 'block');
  if (!value || value.type === 'block') return;
  const type = value.type === 'as_pattern' ? (value.parts[0] ?? value) : value;
  if (type.type === 'tuple') {
    for (const part of type.parts)
      for (const [text, weight] of choices(part.text, place)) yield replaced(part, text, 0.6 * weight);
    return;
  }
  for (const [text, weight] of choices(type.text, place)) {
    yield replaced(type, text, weight);
    yield replaced(type, `(${type.text}, ${text})`, 0.5 * weight);
  }
}

function* raised(node: Syntax, place: Place): Generator<Draft> {
  const value = node.parts[0];
  const type = value?.type === 'call' ? value.at('function') : value;
  if (type && /^[A-Z]|\.[A-Z]/.test(type.text))
    for (const [text, weight] of choices(type.text, place)) yield replaced(type, text, 0.7 * weight);
}

/** The exception that is caught or raised is the wrong one, or too narrow. */
export const exception = defineTemplate({
  name: 'exception',
  title: 'Exception type',
  prior: 0.7,
  symptoms: { 'not-raised': 1.4, key: 1.4, attribute: 1.2, name: 1.5, value: 1.3, type: 1.2 },
  visits: ['except_clause', 'raise_statement'],
  draft: (node, place) => (node.type === 'except_clause' ? caught(node, place) : raised(node, place)),
});
