import type { Place } from '../fix/place.ts';
import { compatibility, isContainer } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf, isTarget, isValue } from '../syntax/walk.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

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

/** Slices of the same thing elsewhere in the function, and their other halves. */
function siblings(node: Syntax): Map<string, number> {
  const found = new Map<string, number>();
  const definition = functionOf(node);
  for (const other of definition ? descendants(definition) : []) {
    const slice = other.type === 'subscript' ? other.at('subscript') : undefined;
    if (slice?.type !== 'slice' || slice.text.length > 30) continue;
    const same = other.at('value')?.text === node.text;
    const [from = '', to = ''] = slice.text.split(':').map((part) => part.trim());
    if (same && (from === '' || to === '') && from !== to) found.set(`${to}:${from}`, 0.95);
    if (!found.has(slice.text)) found.set(slice.text, same ? 0.6 : 0.5);
  }
  return found;
}

/** A container of which only a part is meant. */
function* sliced(node: Syntax, place: Place): Generator<Draft> {
  const kind = place.kind(node);
  if (kind === 'set' || kind === 'map' || !(isContainer(kind) || kind === 'any')) return;
  const looped = node.field === 'right' && node.parent?.type.startsWith('for_') === true;
  const argument = node.parent?.type === 'argument_list';
  const sure = kind === 'any' ? 0.3 : 1;
  const spot = (looped ? 1 : argument ? 0.8 : 0.5) * sure;
  const parts = siblings(node);
  for (const [text, weight] of [
    ['1:', 0.55],
    [':-1', 0.4],
    [':', 0.25],
    ['::-1', 0.25],
  ] as const)
    if (!parts.has(text)) parts.set(text, weight);
  for (const { text, kind: other, role } of looped ? place.locals(node) : [])
    if (other === 'number' && role !== 'comprehension') {
      if (!parts.has(`${text}:`)) parts.set(`${text}:`, 0.5);
      if (!parts.has(`:${text}`)) parts.set(`:${text}`, 0.45);
    }
  for (const [text, weight] of parts) yield replaced(node, `${node.text}[${text}]`, weight * spot);
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
