import type { Place, VisibleName } from '../fix/place.ts';
import { isContainer } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf } from '../syntax/walk.ts';
import { heaviest, readNames } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxIterables = 24;
const maxLength = 60;

/** `while True` that should end when something is used up. */
function* endless(node: Syntax, place: Place): Generator<Draft> {
  const condition = node.at('condition');
  if (!condition) return;
  const read = new Set(readNames(node.at('body') ?? node));
  if (['true', 'integer', 'false'].includes(condition.type))
    for (const { text, kind } of place.locals(node)) {
      const sort = isContainer(kind) ? 1 : kind === 'any' || kind === 'object' ? 0.6 : 0;
      if (sort > 0) yield replaced(condition, text, (read.has(text) ? 1 : 0.4) * sort);
    }
  const keyword = node.children[0];
  if (keyword) yield replaced(keyword, 'if', 0.3);
}

type Add = (text: string, weight: number) => void;

function nameIterables({ text, kind, reads }: VisibleName, pairs: boolean, add: Add): void {
  const fits = isContainer(kind) ? 0.9 : kind === 'any' || kind === 'object' ? 0.6 : 0;
  if (fits === 0) return;
  const items = kind === 'map' ? 0.8 : 0.45;
  add(text, fits * (reads === 0 ? 1.3 : 1));
  add(`${text}.items()`, pairs ? items : items * 0.5);
  if (kind === 'map' || kind === 'any') add(`${text}.values()`, items * 0.5);
}

const cache = new WeakMap<Syntax, ReadonlyMap<string, Syntax>>();

/** What loops run over anywhere in the file, and attributes that are read. */
function runOver(root: Syntax): ReadonlyMap<string, Syntax> {
  const known = cache.get(root);
  if (known) return known;
  const found = new Map<string, Syntax>();
  for (const node of descendants(root)) {
    const right = node.type.startsWith('for_')
      ? node.at('right')
      : node.type === 'attribute'
        ? node
        : undefined;
    if (right && right.end - right.start <= maxLength && right.field !== 'function' && !found.has(right.text))
      found.set(right.text, right);
  }
  cache.set(root, found);
  return found;
}

/** What loops of the function run over, and containers in scope. */
function iterables(node: Syntax, place: Place): Map<string, number> {
  const found = new Map<string, number>();
  const add: Add = (text, weight) =>
    void found.set(text, Math.min(1, Math.max(found.get(text) ?? 0, weight)));
  const pairs = node.at('left')?.type === 'pattern_list';
  const definition = functionOf(node);
  const bound = new Set(place.names(node).map(({ text }) => text));
  for (const [text, right] of runOver(place.root)) {
    if (!readNames(right).every((name) => bound.has(name))) continue;
    const own = definition?.contains(right) === true;
    const looped = right.field === 'right';
    add(text, (own ? 0.6 : 0.4) * (looped ? 1 : 0.6));
    if (!looped && pairs) add(`${text}.items()`, own ? 0.5 : 0.3);
  }
  for (const name of place.locals(node)) nameIterables(name, pairs, add);
  if (bound.has('self')) {
    add('self', 0.4);
    if (pairs) add('self.items()', 0.5);
  }
  return found;
}

/** `for x in []`, which never runs; a loop over a map's keys, a number. */
function* over(node: Syntax, place: Place): Generator<Draft> {
  const right = node.at('right');
  if (!right) return;
  if (/^(\[\]|\(\)|\{\})$/.test(right.text)) {
    for (const [text, weight] of heaviest([...iterables(node, place)], ([, one]) => one, maxIterables))
      yield replaced(right, text, weight);
    return;
  }
  const pairs = node.at('left')?.type === 'pattern_list';
  const kind = place.kind(right);
  const plain = right.type === 'identifier' || right.type === 'attribute';
  if (plain && pairs && kind !== 'list') yield replaced(right, `${right.text}.items()`, 0.5);
  if (plain && pairs) yield replaced(right, `enumerate(${right.text})`, 0.4);
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
  draft: (node, place) => (node.type === 'while_statement' ? endless(node, place) : over(node, place)),
});
