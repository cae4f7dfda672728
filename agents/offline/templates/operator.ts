import type { Place } from '../fix/place.ts';
import { isContainer, type Kind } from '../syntax/kinds.ts';
import { fitted } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { statementOf } from '../syntax/walk.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxStatement = 300;

type Weights = Readonly<Record<string, number>>;

/** How often the second is meant where the first is written. */
const confused: Readonly<Record<string, Weights>> = {
  '+': { '-': 1, '*': 0.45 },
  '-': { '+': 1, '*': 0.4 },
  '*': { '/': 0.7, '**': 0.5, '//': 0.4 },
  '/': { '//': 1, '*': 0.7, '%': 0.4 },
  '//': { '%': 0.8, '/': 0.7, '*': 0.5 },
  '%': { '//': 0.9, '/': 0.4 },
  '**': { '*': 0.9 },
  '&': { '|': 1, '^': 0.7 },
  '|': { '&': 1, '^': 0.7 },
  '^': { '&': 1, '|': 0.8, '**': 0.6 },
  '<<': { '>>': 1 },
  '>>': { '<<': 1 },
  '@': { '*': 0.6 },
};
/** How common each is: what a rare operator most likely stands for. */
const usual: Weights = {
  '+': 0.6,
  '-': 0.5,
  '*': 0.35,
  '&': 0.3,
  '|': 0.25,
  '/': 0.22,
  '//': 0.22,
  '%': 0.22,
  '^': 0.15,
  '<<': 0.15,
  '>>': 0.12,
  '**': 0.12,
};
const rare = new Set(['**', '&', '|', '^', '<<', '>>', '@', '%', '//']);
/** What texts and sequences understand. */
const ofText: Weights = { '+': 1, '%': 0.6, '*': 0.6 };

function numeric(sign: string): Weights {
  const found: Record<string, number> = {};
  for (const [other, weight] of Object.entries(usual))
    if (other !== sign) {
      const base = rare.has(sign) ? weight * 1.3 : weight * (rare.has(other) ? 0.6 : 0.8);
      found[other] = Math.max(base, confused[sign]?.[other] ?? 0);
    }
  return found;
}

const setSigns = new Set(['-', '&', '|', '^']);

/** For texts and sequences: what they do not understand stands for what they do. */
function ofSequence(sign: string): Weights {
  const signs = Object.keys(usual).filter((other) => other !== sign);
  const weights = numeric(sign);
  return Object.fromEntries(
    signs.map((other) => [other, sign in ofText ? (weights[other] ?? 0) * 0.3 : (ofText[other] ?? 0.05)]),
  );
}

/** `'-' % n` formats nothing. */
const formats = (left: Syntax | undefined, sign: string) =>
  sign !== '%' || left?.type !== 'string' || left.text.includes('%');

function* sequenceDrafts(sign: Syntax, left: Syntax | undefined): Generator<Draft> {
  for (const [other, weight] of Object.entries(ofSequence(formats(left, sign.text) ? sign.text : '?')))
    if (other !== sign.text) yield replaced(sign, other, weight);
}

/** Signs of a statement that works on bits: shifts, masks, hexadecimal numbers. */
const bitwise = /<<|>>|~|\b0x[\da-f]|[^&]&[^&]|\bmask/i;
const bitSigns = new Set(['&', '|', '^', '<<', '>>']);

function likely(sign: string, node: Syntax): Weights {
  const weights = numeric(sign);
  const text = (statementOf(node) ?? node).text.slice(0, maxStatement);
  if (!bitwise.test(text)) return weights;
  return Object.fromEntries(
    Object.entries(weights).map(([other, weight]) => [
      other,
      bitSigns.has(other) ? Math.max(weight, 0.6) : weight,
    ]),
  );
}

function ofSets(sign: string): Weights {
  const weights = Object.entries(numeric(sign));
  return Object.fromEntries(
    weights.map(([other, weight]) => [other, setSigns.has(other) ? Math.max(weight, 0.7) : weight]),
  );
}

const sequences = new Set<Kind>(['text', 'list', 'tuple']);

function* binaryDrafts(node: Syntax, place: Place): Generator<Draft> {
  const operator = node.at('operator');
  if (!operator) return;
  const kinds = [node.at('left'), node.at('right')].flatMap((side) => (side ? [place.kind(side)] : []));
  const joins = kinds.some((kind) => sequences.has(kind));
  if (joins) return yield* sequenceDrafts(operator, node.at('left'));
  const weights = kinds.includes('set') ? ofSets(operator.text) : likely(operator.text, node);
  for (const [sign, weight] of Object.entries(weights)) yield replaced(operator, sign, weight);
}

function* augmentedDrafts(node: Syntax, place: Place): Generator<Draft> {
  const operator = node.at('operator');
  const left = node.at('left');
  if (!operator || !left) return;
  const joins = isContainer(place.kind(left));
  for (const [sign, weight] of Object.entries(numeric(operator.text.slice(0, -1))))
    yield replaced(operator, `${sign}=`, joins && operator.text === '+=' ? weight * 0.3 : weight);
}

function* unaryDrafts(node: Syntax): Generator<Draft> {
  const argument = node.at('argument');
  const operator = node.at('operator');
  if (!argument || !operator) return;
  yield replaced(node, fitted(argument.text, node), 0.7);
  if (operator.text !== '-') yield replaced(operator, '-', 0.9);
  if (operator.text !== 'not') yield replaced(operator, 'not ', operator.text === '-' ? 0.3 : 0.7);
}

/** Arithmetic, bitwise and boolean operators, unary ones and those of `+=` and the like. */
export const operator = defineTemplate({
  name: 'operator',
  title: 'Arithmetic, bitwise or boolean operator',
  prior: 0.95,
  symptoms: { 'zero-division': 1.2, type: 1.2 },
  visits: ['binary_operator', 'augmented_assignment', 'boolean_operator', 'unary_operator'],
  *draft(node, place) {
    if (node.type === 'binary_operator') yield* binaryDrafts(node, place);
    else if (node.type === 'augmented_assignment') yield* augmentedDrafts(node, place);
    else if (node.type === 'unary_operator') yield* unaryDrafts(node);
    else {
      const sign = node.at('operator');
      if (sign) yield replaced(sign, sign.text === 'and' ? 'or' : 'and', 0.8);
    }
  },
});
