import type { Place } from '../fix/place.ts';
import { isContainer } from '../syntax/kinds.ts';
import { operand as asOperand, fitted } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { isTarget, isValue, statementOf } from '../syntax/walk.ts';
import { heaviest } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxNames = 6;

function* dropped(node: Syntax): Generator<Draft> {
  const [left, right] = [node.at('left'), node.at('right')];
  if (!left || !right) return;
  const spent = (gone: Syntax) => (gone.type === 'integer' ? 0.9 : 0.6);
  yield replaced(node, left.text, spent(right));
  yield replaced(node, right.text, spent(left));
}

/** `k` as `k - n`, `k + n`: a number that another one in scope corrects. */
function* corrected(node: Syntax, place: Place): Generator<Draft> {
  const kind = place.kind(node);
  if (kind !== 'number') return;
  const others = place.locals(node).filter((one) => one.kind === 'number' && one.text !== node.text);
  const argument = node.parent?.type === 'argument_list' ? 1 : 0.6;
  const defined = heaviest(others, ({ from }) => (from < node.start ? from : 0), maxNames);
  for (const { text, role } of defined) {
    const own = role === 'local' ? 1 : 0.8;
    yield replaced(node, fitted(`${node.text} - ${text}`, node), 0.55 * argument * own);
    yield replaced(node, fitted(`${node.text} + ${text}`, node), 0.45 * argument * own);
  }
  if (node.parent?.type !== 'subscript') {
    yield replaced(node, fitted(`${node.text} ** 2`, node), 0.35);
    yield replaced(node, fitted(`${node.text} * 2`, node), 0.2);
    yield replaced(node, fitted(`-${node.text}`, node), 0.25);
    yield replaced(node, fitted(`${node.text} // 2`, node), 0.15);
  }
}

/** What is returned, or assigned, joined with a container of the function. */
function* joined(node: Syntax, place: Place): Generator<Draft> {
  const kind = place.kind(node);
  if (!isContainer(kind) || kind === 'map') return;
  const sign = kind === 'set' ? '|' : '+';
  const text = asOperand(node);
  for (const name of place.locals(node).filter(({ role }) => role !== 'comprehension')) {
    const maybe = name.kind === 'any' && name.role === 'local' ? 0.7 : 0;
    const fits = name.kind === kind ? 1 : maybe;
    if (fits === 0) continue;
    yield replaced(node, `${name.text} ${sign} ${text}`, 0.55 * fits);
    yield replaced(node, `${text} ${sign} ${name.text}`, 0.5 * fits);
  }
}

const results = new Set(['return_statement', 'assignment']);

/** An operand too many or too few in an arithmetic expression. */
export const operand = defineTemplate({
  name: 'operand',
  title: 'Operand missing or too many',
  prior: 0.7,
  visits: ['binary_operator', 'identifier', 'list_comprehension', 'list', 'call', 'subscript'],
  *draft(node, place) {
    if (!isValue(node) || isTarget(node) || !statementOf(node)) return;
    if (node.type === 'binary_operator') yield* dropped(node);
    if (node.field === 'function' || node.field === 'object' || node.field === 'value') return;
    if (node.type === 'identifier') yield* corrected(node, place);
    const at = node.parent?.type ?? '';
    if (results.has(at) && node.field !== 'left') yield* joined(node, place);
  },
});
