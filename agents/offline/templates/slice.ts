import type { Place } from '../fix/place.ts';
import { compatibility, isContainer } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf, isTarget, isValue } from '../syntax/walk.ts';
import { Ways } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxSlices = 20;
const usual = [
  ['1:', 0.55],
  [':-1', 0.4],
  [':', 0.25],
  ['::-1', 0.25],
] as const;

function* fromSlice(subscript: Syntax, slice: Syntax): Generator<Draft> {
  const value = subscript.at('value')?.text ?? '';
  const [from = '', to = '', step = ''] = slice.text.split(':').map((part) => part.trim());
  const tried = new Map<string, number>();
  const add = (a: string, b: string, weight: number) => {
    const text = `${a}:${b}${step ? `:${step}` : ''}`;
    if (text !== slice.text) tried.set(text, Math.max(tried.get(text) ?? 0, weight));
  };
  if (from !== '' && to !== '') {
    add(from, '', 0.6);
    add('', to, 0.6);
    add(to, from, 0.3);
  } else {
    add(to, from, 0.8);
    if (to === '') add(from, '-1', 0.3);
    if (from === '') add('1', to, 0.4);
  }
  for (const [text, weight] of tried) yield replaced(slice, text, weight);
  yield replaced(subscript, value, 0.5);
}

const boundsOf = (slice: Syntax) => slice.text.split(':').map((part) => part.trim());

function slicesIn(definition: Syntax): { readonly of: string; readonly slice: Syntax }[] {
  return [...descendants(definition)].flatMap((node) => {
    const [value, slice] = [node.at('value'), node.at('subscript')];
    const short = slice?.type === 'slice' && slice.end - slice.start <= 30;
    return value && slice && short ? [{ of: value.text, slice }] : [];
  });
}

/** Slices elsewhere in the function; of the same thing, their other halves. */
function siblings(node: Syntax, ways: Ways): void {
  const definition = functionOf(node);
  for (const { of, slice } of definition ? slicesIn(definition) : []) {
    const [from = '', to = ''] = boundsOf(slice);
    const half = (from === '') !== (to === '');
    ways.add(slice.text, of === node.text ? 0.6 : 0.5);
    if (of === node.text && half) ways.add(`${to}:${from}`, 0.95);
  }
}

/** How likely only a part of a container is meant where it stands. */
function spotOf(node: Syntax, sure: number): number {
  if (node.field === 'right' && node.parent?.type.startsWith('for_')) return sure;
  return (node.parent?.type === 'argument_list' ? 0.8 : 0.5) * sure;
}

/** A container of which only a part is meant. */
function* sliced(node: Syntax, place: Place): Generator<Draft> {
  const kind = place.kind(node);
  if (kind === 'set' || kind === 'map' || !(isContainer(kind) || kind === 'any')) return;
  const spot = spotOf(node, kind === 'any' ? 0.3 : 1);
  const ways = new Ways();
  siblings(node, ways);
  for (const [text, weight] of usual) ways.add(text, weight);
  const numbers = node.field === 'right' ? place.locals(node).filter((name) => name.kind === 'number') : [];
  for (const { text, role } of numbers) {
    if (role === 'comprehension') continue;
    ways.add(`${text}:`, 0.5);
    ways.add(`:${text}`, 0.45);
  }
  for (const [text, weight] of ways.best(maxSlices))
    yield replaced(node, `${node.text}[${text}]`, weight * spot);
}

/** Another item: the last for the first, and the like. */
function* fromIndex(node: Syntax, index: Syntax, place: Place): Generator<Draft> {
  const value = node.at('value')?.text ?? '';
  if (place.kind(index) !== 'number') return;
  for (const [text, weight] of [
    ['0', 0.35],
    ['-1', 0.4],
    ['1', 0.2],
  ] as const)
    if (text !== index.text) yield replaced(index, text, weight);
  if (!isTarget(node) && node.field !== 'left') yield replaced(node, value, 0.25);
  for (const name of place.locals(node))
    if (index.type === 'integer' && compatibility(name.kind, 'number') === 1)
      yield replaced(index, name.text, 0.3);
}

/** Slices and indexes. */
export const slice = defineTemplate({
  name: 'slice',
  title: 'Slice or index',
  prior: 0.75,
  symptoms: { index: 1.4, recursion: 1.2 },
  visits: ['subscript', 'identifier'],
  *draft(node, place) {
    if (!isValue(node) || isTarget(node)) return;
    if (node.type === 'identifier') {
      const spot = node.parent?.type ?? '';
      if (node.field === 'right' || ['argument_list', 'return_statement', 'binary_operator'].includes(spot))
        yield* sliced(node, place);
      return;
    }
    const index = node.at('subscript');
    if (index?.type === 'slice') yield* fromSlice(node, index);
    else if (index) yield* fromIndex(node, index, place);
  },
});
