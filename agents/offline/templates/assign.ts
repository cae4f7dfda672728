import type { Place } from '../fix/place.ts';
import type { Kind } from '../syntax/kinds.ts';
import { compatibility } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { loopOf } from '../syntax/walk.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const starts: Partial<Readonly<Record<Kind, readonly string[]>>> = {
  number: ['0', '1', "float('inf')", "-float('inf')", '-1'],
  text: ["''"],
  list: ['[]', '[[]]', 'set()', '{}'],
  set: ['set()', '[]'],
  map: ['{}', '[]'],
  none: ['[]', '{}', "''", '0', 'set()'],
  bool: ['True', 'False'],
};
const literal = new Set([
  'integer',
  'float',
  'string',
  'list',
  'dictionary',
  'none',
  'true',
  'false',
  'unary_operator',
]);

function* initial(right: Syntax, place: Place): Generator<Draft> {
  if (!literal.has(right.type) && !/^(set|list|dict|float)\([^)]*\)$/.test(right.text)) return;
  for (const [i, text] of (starts[place.kind(right)] ?? []).entries())
    if (text !== right.text) yield replaced(right, text, 0.5 - 0.06 * i);
}

/** `a = None` where a value was meant: names in scope, the parameter of that name, the item of a sibling. */
function* lost(left: Syntax, right: Syntax, place: Place): Generator<Draft> {
  if (right.type !== 'none') return;
  const wanted = left.type === 'attribute' ? (left.at('attribute')?.text ?? '') : left.text;
  for (const { text, role, kind } of place.locals(right)) {
    if (text === left.text || role === 'comprehension') continue;
    const same = text === wanted || text === wanted.replace(/^_+/, '');
    yield replaced(right, text, same ? 1 : 0.4 * compatibility(place.kind(left), kind));
  }
}

function* augmented(node: Syntax): Generator<Draft> {
  const [left, operator, right] = [node.at('left'), node.at('operator'), node.at('right')];
  if (!left || !operator || !right) return;
  yield replaced(operator, '=', 0.5);
  yield replaced(node, `${left.text} = ${right.text} ${operator.text.slice(0, -1)} ${left.text}`, 0.3);
}

function* plain(node: Syntax, place: Place): Generator<Draft> {
  const [left, right] = [node.at('left'), node.at('right')];
  if (!left || !right || node.at('type')) return;
  const sign = node.children.find(({ type }) => type === '=');
  const kind = place.kind(left);
  const literalStart = literal.has(right.type) && !loopOf(node);
  if (sign && !literalStart && left.type !== 'pattern_list' && right.type !== 'assignment')
    if (kind !== 'object' && kind !== 'callable' && kind !== 'bool') {
      yield replaced(sign, '+=', 0.55);
      if (kind === 'number') yield replaced(sign, '-=', 0.4);
      if (kind === 'set' || kind === 'map') yield replaced(sign, '|=', 0.3);
    }
  yield* initial(right, place);
  yield* lost(left, right, place);
}

/** `=` for `+=`, wrong first values. */
export const assign = defineTemplate({
  name: 'assign',
  title: 'Assignment or first value',
  prior: 0.6,
  symptoms: { name: 1.2, 'none-value': 1.3 },
  visits: ['assignment', 'augmented_assignment'],
  *draft(node, place) {
    if (node.type === 'assignment') yield* plain(node, place);
    else yield* augmented(node);
  },
});
