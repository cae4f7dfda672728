import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { likeness, Ways } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxStrings = 5;

function* numbers(node: Syntax, place: Place): Generator<Draft> {
  if (!/^\d{1,12}$/.test(node.text)) return;
  const n = Number(node.text);
  const indexed = node.parent?.type === 'slice' || node.parent?.type === 'subscript' ? 1.1 : 1;
  const ways = new Ways();
  ways.add(`${n + 1}`, 0.8 * indexed);
  ways.add(`${n - 1}`, (n > 0 ? 0.8 : 0.45) * indexed);
  if (n > 1) {
    ways.add('0', 0.35);
    ways.add('1', 0.35);
  }
  for (const other of place.clues.numbers.slice(0, 12)) ways.add(other, 0.2);
  ways.delete(node.text);
  for (const [text, weight] of ways.best(16)) yield replaced(node, text, weight);
}

/** Other texts of the file and of the issue that are spelled alike. */
function* texts(node: Syntax, place: Place): Generator<Draft> {
  const content = node.parts.filter(({ type }) => type === 'string_content');
  if (content.length !== 1 || node.parts.some(({ type }) => type === 'interpolation')) return;
  const own = content[0];
  if (!own || own.text.length > 80 || own.text.includes('\n')) return;
  const told = place.clues.strings
    .filter((text) => text !== own.text && !text.includes('\n'))
    .map((text) => ({ text, alike: likeness(text, own.text) }))
    .filter(({ alike }) => alike >= 0.5)
    .sort((a, b) => b.alike - a.alike)
    .slice(0, maxStrings);
  for (const { text, alike } of told) yield replaced(own, text, 0.5 + 0.5 * alike);
  const trimmed = own.text.trim();
  if (trimmed !== own.text && trimmed !== '') yield replaced(own, trimmed, 0.3);
  const unframed = /^(\w{2})(.+)\1$/.exec(own.text)?.[2];
  if (unframed !== undefined) yield replaced(own, unframed, 0.9);
  const [lower, upper] = [own.text.toLowerCase(), own.text.toUpperCase()];
  if (lower !== own.text) yield replaced(own, lower, 0.3);
  if (upper !== own.text && own.text.length > 1) yield replaced(own, upper, 0.15);
}

/** Wrong literals: numbers one off, truth turned round, texts spelled like one in the issue. */
export const constant = defineTemplate({
  name: 'constant',
  title: 'Wrong constant',
  prior: 0.85,
  symptoms: { index: 1.1 },
  visits: ['integer', 'float', 'true', 'false', 'none', 'string'],
  *draft(node, place) {
    if (node.parent?.type === 'expression_statement') return;
    switch (node.type) {
      case 'integer':
        return yield* numbers(node, place);
      case 'float': {
        const n = Number(node.text);
        for (const other of [n + 1, n - 1, n * 2, n / 2].filter((value) => Number.isFinite(value)))
          yield replaced(node, Number.isInteger(other) ? other.toFixed(1) : `${other}`, 0.3);
        return;
      }
      case 'true':
        return yield replaced(node, 'False', 1);
      case 'false':
        return yield replaced(node, 'True', 1);
      case 'none':
        for (const [text, weight] of [
          ['False', 0.3],
          ["''", 0.35],
          ['[]', 0.3],
          ['{}', 0.25],
          ['True', 0.25],
          ['0', 0.2],
        ] as const)
          yield replaced(node, text, weight);
        return;
      default:
        return yield* texts(node, place);
    }
  },
});
