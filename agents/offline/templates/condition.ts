import type { Place } from '../fix/place.ts';
import { isContainer } from '../syntax/kinds.ts';
import { operand } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf } from '../syntax/walk.ts';
import { readNames } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxSiblings = 6;
const owners = new Set([
  'if_statement',
  'elif_clause',
  'while_statement',
  'if_clause',
  'conditional_expression',
]);

/** The conditions of statements, clauses and ternaries. */
function conditionOf(owner: Syntax): Syntax | undefined {
  if (owner.type === 'if_clause') return owner.parts[0];
  if (owner.type === 'conditional_expression') return owner.parts[1];
  return owner.at('condition');
}

const negated = (node: Syntax) =>
  node.type === 'not_operator' ? (node.at('argument')?.text ?? node.text) : `not ${operandOfNot(node)}`;
const operandOfNot = (node: Syntax) => (node.type === 'comparison_operator' ? node.text : operand(node));

function* fromNot(node: Syntax): Generator<Draft> {
  const argument = node.at('argument');
  if (argument) yield replaced(node, argument.text, 0.9);
}

function* fromBoolean(node: Syntax): Generator<Draft> {
  const [left, right] = [node.at('left'), node.at('right')];
  if (!left || !right) return;
  yield replaced(node, left.text, 0.5);
  yield replaced(node, right.text, 0.5);
  for (const side of [left, right])
    if (side.type !== 'not_operator') yield replaced(side, `not ${operandOfNot(side)}`, 0.35);
}

const partsOf = (condition: Syntax) =>
  condition.type === 'boolean_operator' ? condition.parts : [condition];

/** Other conditions of the function that only read names bound here. */
function siblingConditions(node: Syntax, place: Place): string[] {
  const definition = functionOf(node);
  const bound = new Set(place.names(node).map(({ text }) => text));
  const found = [...(definition ? descendants(definition) : [])]
    .filter(({ type }) => owners.has(type))
    .flatMap((owner) => conditionOf(owner) ?? [])
    .filter((condition) => condition !== node && condition.end - condition.start <= 80)
    .flatMap(partsOf)
    .filter((part) => part.text !== node.text && readNames(part).every((name) => bound.has(name)));
  return [...new Set(found.map(operand))].slice(0, maxSiblings);
}

function* widened(node: Syntax, place: Place): Generator<Draft> {
  const plain = node.type === 'boolean_operator' ? `(${node.text})` : node.text;
  const read = new Set(readNames(node));
  for (const { text, kind, role } of place.locals(node)) {
    if (!isContainer(kind) && kind !== 'any' && kind !== 'bool') continue;
    const near =
      (role === 'parameter' ? 1 : 0.8) * (isContainer(kind) ? 1 : 0.5) * (read.has(text) ? 1 : 0.8);
    yield replaced(node, `${plain} or not ${text}`, 0.5 * near);
    yield replaced(node, `${plain} and ${text}`, 0.4 * near);
    yield replaced(node, `${plain} or ${text}`, 0.2 * near);
    yield replaced(node, `${plain} and not ${text}`, 0.25 * near);
  }
  for (const other of siblingConditions(node, place)) {
    yield replaced(node, `${plain} and ${other}`, 0.3);
    yield replaced(node, `${plain} or ${other}`, 0.3);
    yield replaced(node, other, 0.2);
  }
}

/** A condition turned round, with a part too many or too few. */
export const condition = defineTemplate({
  name: 'condition',
  title: 'Negated, added or dropped condition',
  prior: 0.8,
  symptoms: { unpack: 1.3, index: 1.1, recursion: 1.2, 'not-raised': 1.2 },
  visits: [...owners, 'not_operator', 'boolean_operator', 'assert_statement'],
  *draft(node, place) {
    if (node.type === 'not_operator') return yield* fromNot(node);
    if (node.type === 'boolean_operator') return yield* fromBoolean(node);
    const own = node.type === 'assert_statement' ? node.parts[0] : conditionOf(node);
    if (!own) return;
    if (own.type !== 'not_operator') yield replaced(own, negated(own), 0.7);
    if (own.type !== 'true' && own.type !== 'false') yield* widened(own, place);
  },
});
