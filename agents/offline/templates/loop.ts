import type { Place } from '../fix/place.ts';
import { isContainer } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf } from '../syntax/walk.ts';
import { heaviest, readNames } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxIterables = 12;

/** `while True` that should end when something is used up. */
function* endless(node: Syntax, place: Place): Generator<Draft> {
  const condition = node.at('condition');
  if (!condition) return;
  const read = new Set(readNames(node.at('body') ?? node));
  const constant = ['true', 'integer', 'false'].includes(condition.type);
  for (const { text, kind } of place.locals(node)) {
    if (!constant || !(isContainer(kind) || kind === 'any' || kind === 'object')) continue;
    const weight = (read.has(text) ? 1 : 0.4) * (isContainer(kind) ? 1 : 0.6);
    yield replaced(condition, text, weight);
  }
  const keyword = node.children[0];
  if (keyword) yield replaced(keyword, 'if', 0.3);
}

/** What loops of the function run over, and containers in scope. */
function iterables(node: Syntax, place: Place): Map<string, number> {
  const found = new Map<string, number>();
  const definition = functionOf(node);
  for (const other of definition ? descendants(definition) : []) {
    const right = other.type.startsWith('for_') ? other.at('right') : undefined;
    if (right && other !== node && right.text.length < 60) found.set(right.text, 0.6);
  }
  for (const { text, kind, reads } of place.locals(node)) {
    const fits = isContainer(kind) ? 0.9 : kind === 'any' || kind === 'object' ? 0.6 : 0;
    const items = kind === 'map' ? 0.8 : 0.45;
    if (fits === 0) continue;
    found.set(text, Math.min(1, fits * (reads === 0 ? 1.3 : 1)));
    found.set(`${text}.items()`, node.at('left')?.type === 'pattern_list' ? items : items * 0.5);
    if (kind === 'map' || kind === 'any') found.set(`${text}.values()`, items * 0.5);
  }
  return found;
}

/** `for x in []`, which never runs. */
function* never(node: Syntax, place: Place): Generator<Draft> {
  const right = node.at('right');
  if (!right) return;
  const empty = /^(\[\]|\(\)|\{\})$/.test(right.text);
  if (empty) {
    for (const [text, weight] of heaviest([...iterables(node, place)], ([, one]) => one, maxIterables))
      yield replaced(right, text, weight);
    return;
  }
  const targets = node.at('left')?.type === 'pattern_list';
  const kind = place.kind(right);
  if (right.type === 'identifier' || right.type === 'attribute') {
    if (targets && kind !== 'list') yield replaced(right, `${right.text}.items()`, 0.5);
    if (targets) yield replaced(right, `enumerate(${right.text})`, 0.4);
  }
  if (right.type === 'identifier')
    yield replaced(right, `range(${right.text})`, kind === 'number' ? 0.9 : 0.2);
}

/** What a loop runs over and when it ends. */
export const loop = defineTemplate({
  name: 'loop',
  title: 'Loop condition or iterable',
  prior: 0.75,
  symptoms: { timeout: 1.6, index: 1.3, type: 1.2 },
  visits: ['while_statement', 'for_statement', 'for_in_clause'],
  draft: (node, place) => (node.type === 'while_statement' ? endless(node, place) : never(node, place)),
});
