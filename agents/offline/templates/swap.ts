import type { Place } from '../fix/place.ts';
import { compatibility } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { type Draft, defineTemplate, swapped } from './define-template.ts';

const maxItems = 6;
const commutative = new Set(['*', '&', '|', '^']);

function* pairs(items: readonly Syntax[], place: Place, weight: number): Generator<Draft> {
  const few = items.slice(0, maxItems);
  for (const [i, a] of few.entries())
    for (const [j, b] of few.entries()) {
      if (j <= i || a.text === b.text) continue;
      const near = j === i + 1 ? 1 : 0.6;
      yield swapped(a, b, weight * near * Math.max(0.25, compatibility(place.kind(a), place.kind(b))));
    }
}

const isPositional = ({ type }: Syntax) =>
  type !== 'keyword_argument' && type !== 'list_splat' && type !== 'dictionary_splat';

function* operands(node: Syntax, place: Place): Generator<Draft> {
  const [left, right, sign] = [node.at('left'), node.at('right'), node.at('operator')?.text ?? ''];
  if (!left || !right || left.text === right.text || commutative.has(sign)) return;
  const kinds = [place.kind(left), place.kind(right)];
  if (sign === '+' && kinds.every((kind) => kind === 'number')) return;
  yield swapped(left, right, sign === '+' ? 0.9 : 0.7);
}

function* branches(node: Syntax): Generator<Draft> {
  const [yes, , no] = node.parts;
  if (yes && no) yield swapped(yes, no, 0.5);
}

function* bodies(node: Syntax): Generator<Draft> {
  const last = node.at('alternative');
  const [yes, no] = [node.at('consequence'), last?.type === 'else_clause' ? last.at('body') : undefined];
  if (yes && no && yes.text.length + no.text.length < 2000) yield swapped(yes, no, 0.3);
}

/** Exchanged arguments, operands, items and branches. */
export const swap = defineTemplate({
  name: 'swap',
  title: 'Swapped arguments or operands',
  prior: 0.85,
  symptoms: { recursion: 1.2, type: 1.1 },
  visits: [
    'argument_list',
    'binary_operator',
    'comparison_operator',
    'tuple',
    'expression_list',
    'pattern_list',
    'subscript',
    'conditional_expression',
    'if_statement',
  ],
  *draft(node, place) {
    switch (node.type) {
      case 'argument_list':
        return yield* pairs(node.parts.filter(isPositional), place, 0.9);
      case 'tuple':
      case 'expression_list':
      case 'pattern_list':
        return yield* pairs(node.parts, place, 0.6);
      case 'subscript':
        return yield* pairs(
          node.children.filter(({ field }) => field === 'subscript'),
          place,
          0.9,
        );
      case 'binary_operator':
        return yield* operands(node, place);
      case 'comparison_operator':
        return yield* pairs(node.parts.slice(0, 2), place, node.text.includes('=') ? 0.3 : 0.6);
      case 'conditional_expression':
        return yield* branches(node);
      default:
        return yield* bodies(node);
    }
  },
});
