import type { Place, VisibleName } from '../fix/place.ts';
import { isContainer } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf } from '../syntax/walk.ts';
import { readNames, Ways } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxIterables = 24;
const maxLength = 60;

/** A thing that a loop may run for as long as it is there. */
const lasting = ({ kind }: VisibleName) =>
  isContainer(kind) ? 1 : kind === 'any' || kind === 'object' ? 0.6 : 0;

/** `while True` that should end when something is used up. */
function* endless(node: Syntax, place: Place): Generator<Draft> {
  const condition = node.at('condition');
  if (!condition) return;
  const read = new Set(readNames(node.at('body') ?? node));
  const constant = ['true', 'integer', 'false'].includes(condition.type);
  for (const name of constant ? place.locals(node) : [])
    if (lasting(name) > 0)
      yield replaced(condition, name.text, (read.has(name.text) ? 1 : 0.4) * lasting(name));
  const keyword = node.children[0];
  if (keyword) yield replaced(keyword, 'if', 0.3);
}

function nameIterables(name: VisibleName, pairs: boolean, ways: Ways): void {
  const { text, kind, reads } = name;
  const fits = lasting(name);
  if (fits === 0) return;
  const items = kind === 'map' ? 0.8 : 0.45;
  ways.add(text, fits * (reads === 0 ? 1.3 : 1));
  ways.add(`${text}.items()`, pairs ? items : items * 0.5);
  if (kind === 'map' || kind === 'any') ways.add(`${text}.values()`, items * 0.5);
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

/** What the file's loops run over, and attributes it reads, where all they read is bound here. */
function fileIterables(node: Syntax, bound: ReadonlySet<string>, ways: Ways, place: Place): void {
  const pairs = node.at('left')?.type === 'pattern_list';
  const definition = functionOf(node);
  for (const [text, right] of runOver(place.root)) {
    if (!readNames(right).every((name) => bound.has(name))) continue;
    const own = definition?.contains(right) ? 0.6 : 0.4;
    const looped = right.field === 'right';
    ways.add(text, looped ? own : own * 0.6);
    if (!looped && pairs) ways.add(`${text}.items()`, own - 0.1);
  }
}

/** What loops of the function run over, and containers in scope. */
function iterables(node: Syntax, place: Place): Ways {
  const ways = new Ways();
  const pairs = node.at('left')?.type === 'pattern_list';
  const bound = new Set(place.names(node).map(({ text }) => text));
  fileIterables(node, bound, ways, place);
  for (const name of place.locals(node)) nameIterables(name, pairs, ways);
  if (bound.has('self')) {
    ways.add('self', 0.4);
    if (pairs) ways.add('self.items()', 0.5);
  }
  return ways;
}

/** `for x in []`, which never runs; a loop over a map's keys, a number. */
function* over(node: Syntax, place: Place): Generator<Draft> {
  const right = node.at('right');
  if (!right) return;
  if (/^(\[\]|\(\)|\{\})$/.test(right.text)) {
    for (const [text, weight] of iterables(node, place).best(maxIterables))
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
