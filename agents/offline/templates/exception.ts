import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import { heaviest, likeness } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxNames = 16;
const common: Readonly<Record<string, number>> = {
  KeyError: 0.6,
  ValueError: 0.6,
  TypeError: 0.6,
  AttributeError: 0.55,
  IndexError: 0.5,
  Exception: 0.5,
  ImportError: 0.35,
  OSError: 0.35,
  RuntimeError: 0.4,
  LookupError: 0.3,
  StopIteration: 0.3,
  UnicodeError: 0.3,
  NotImplementedError: 0.3,
};
const typical = /(?:Error|Exception|Exists|NotFound|Warning|Timeout|Exit)$/;
const cache = new WeakMap<Syntax, ReadonlyMap<string, number>>();

/** Exceptions that the file catches, raises or imports; other imported classes as a last resort. */
function ofFile(root: Syntax): ReadonlyMap<string, number> {
  const known = cache.get(root);
  if (known) return known;
  const found = new Map<string, number>();
  for (const node of descendants(root)) {
    if ((node.type !== 'identifier' && node.type !== 'attribute') || node.end - node.start > 60) continue;
    if (typical.test(node.text)) found.set(node.text, 0.5);
    else if (node.parent?.parent?.type === 'import_from_statement' && /^[A-Z][a-z]\w+$/.test(node.text))
      found.set(node.text, Math.max(0.25, found.get(node.text) ?? 0));
  }
  cache.set(root, found);
  return found;
}

function choices(own: string, place: Place): [string, number][] {
  const weights = new Map(Object.entries(common));
  for (const [text, weight] of ofFile(place.root))
    weights.set(text, Math.max(weight, (weights.get(text) ?? 0) + 0.25));
  for (const [text, weight] of weights) {
    const told = place.clues.words.has(text.split('.').at(-1) ?? text) ? 1.4 : 1;
    weights.set(text, Math.min(1, weight * told * (0.8 + 0.4 * likeness(text, own))));
  }
  for (const { text, role, reads } of place.names(place.region))
    if (role === 'import' && reads === 0 && /^[A-Z][a-z]/.test(text)) weights.set(text, 1);
  weights.delete(own);
  return heaviest([...weights], ([, weight]) => weight, maxNames);
}

/** Neither a builtin nor bound in the file: catching it fails when something is raised. */
function isUnknown(type: Syntax, place: Place): boolean {
  const [first = ''] = type.text.split('.');
  return (
    !(first in common) && !place.names(type).some(({ text }) => text === first) && type.type === 'identifier'
  );
}

/** The exceptions a clause names. */
function caughtTypes(clause: Syntax): readonly Syntax[] {
  const value = clause.at('value') ?? clause.parts.find(({ type }) => type !== 'block');
  const type = value?.type === 'as_pattern' ? value.parts[0] : value;
  if (!type) return [];
  return type.type === 'tuple' ? type.parts : [type];
}

function* caught(node: Syntax, place: Place): Generator<Draft> {
  const types = caughtTypes(node);
  for (const type of types) {
    const unknown = isUnknown(type, place);
    for (const [text, weight] of choices(type.text, place)) {
      yield replaced(type, text, (unknown ? 0.5 + weight / 2 : weight) / types.length);
      if (!unknown && types.length === 1) yield replaced(type, `(${type.text}, ${text})`, 0.5 * weight);
    }
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
  prior: 0.8,
  symptoms: { 'not-raised': 1.4, key: 1.4, attribute: 1.2, name: 1.5, value: 1.3, type: 1.2 },
  visits: ['except_clause', 'raise_statement'],
  draft: (node, place) => (node.type === 'except_clause' ? caught(node, place) : raised(node, place)),
});
