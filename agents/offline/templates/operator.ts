import type { Place } from '../fix/place.ts';
import { fitted } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

type Weights = Readonly<Record<string, number>>;

const binary: Readonly<Record<string, Weights>> = {
  '+': { '-': 1, '*': 0.45, '/': 0.2, '//': 0.2, '%': 0.15, '|': 0.15, '**': 0.1 },
  '-': { '+': 1, '*': 0.4, '/': 0.25, '//': 0.2, '%': 0.2, '**': 0.1 },
  '*': { '/': 0.7, '+': 0.6, '**': 0.5, '//': 0.4, '-': 0.35, '%': 0.25 },
  '/': { '//': 1, '*': 0.7, '%': 0.4, '-': 0.3, '+': 0.3 },
  '//': { '%': 0.8, '/': 0.7, '*': 0.5, '-': 0.3, '+': 0.3, '>>': 0.15 },
  '%': { '//': 0.9, '/': 0.4, '*': 0.3, '+': 0.3, '-': 0.3 },
  '**': { '*': 0.9, '+': 0.3, '/': 0.3, '-': 0.3, '//': 0.2, '%': 0.2 },
  '&': { '|': 1, '^': 0.7, '+': 0.15, '-': 0.2 },
  '|': { '&': 1, '^': 0.7, '+': 0.3, '-': 0.2 },
  '^': { '&': 1, '|': 0.8, '**': 0.6 },
  '<<': { '>>': 1, '*': 0.2, '+': 0.2, '-': 0.2, '%': 0.15 },
  '>>': { '<<': 1, '//': 0.3, '+': 0.2, '-': 0.2, '%': 0.15 },
  '@': { '*': 0.6 },
};

function* binaryDrafts(node: Syntax, place: Place): Generator<Draft> {
  const operator = node.at('operator');
  if (!operator) return;
  const left = node.at('left');
  const sure = left && place.kind(left) === 'text' ? 0.3 : 1;
  if (sure < 1 && left?.type === 'string') {
    if (operator.text !== '%' && operator.text !== '+')
      for (const sign of ['+', '%']) yield replaced(operator, sign, 0.8);
    return;
  }
  for (const [sign, weight] of Object.entries(binary[operator.text] ?? {}))
    yield replaced(operator, sign, weight * sure);
}

function* augmentedDrafts(node: Syntax): Generator<Draft> {
  const operator = node.at('operator');
  if (!operator) return;
  for (const [sign, weight] of Object.entries(binary[operator.text.slice(0, -1)] ?? {}))
    yield replaced(operator, `${sign}=`, weight);
}

function* unaryDrafts(node: Syntax): Generator<Draft> {
  const argument = node.at('argument');
  const operator = node.at('operator');
  if (!argument || !operator) return;
  yield replaced(node, fitted(argument.text, node), 0.7);
  if (operator.text !== '-') yield replaced(operator, '-', 0.9);
  if (operator.text === '~' || operator.text === '+') yield replaced(operator, 'not ', 0.5);
}

/** Arithmetic, bitwise and boolean operators, unary ones and those of `+=` and the like. */
export const operator = defineTemplate({
  name: 'operator',
  title: 'Arithmetic, bitwise or boolean operator',
  prior: 0.95,
  symptoms: { 'zero-division': 1.2 },
  visits: ['binary_operator', 'augmented_assignment', 'boolean_operator', 'unary_operator'],
  *draft(node, place) {
    if (node.type === 'binary_operator') yield* binaryDrafts(node, place);
    else if (node.type === 'augmented_assignment') yield* augmentedDrafts(node);
    else if (node.type === 'unary_operator') yield* unaryDrafts(node);
    else {
      const sign = node.at('operator');
      if (sign) yield replaced(sign, sign.text === 'and' ? 'or' : 'and', 0.8);
    }
  },
});
