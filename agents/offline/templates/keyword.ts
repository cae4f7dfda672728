import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import { argumentsOf, heaviest, likeness, readNames } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxAdded = 10;
const cache = new WeakMap<Syntax, ReadonlyMap<string, readonly Syntax[]>>();

/** Keyword arguments by the name of the function they are passed to. */
function keywordsIn(root: Syntax): ReadonlyMap<string, readonly Syntax[]> {
  const known = cache.get(root);
  if (known) return known;
  const found = new Map<string, Syntax[]>();
  for (const node of descendants(root)) {
    if (node.type !== 'call') continue;
    const name = node.at('function')?.text.split('.').at(-1) ?? '';
    const keywords = argumentsOf(node).filter(({ type }) => type === 'keyword_argument');
    if (keywords.length > 0) found.set(name, [...(found.get(name) ?? []), ...keywords].slice(0, 60));
  }
  cache.set(root, found);
  return found;
}

/** Keywords that calls of the same function pass elsewhere; failing that, of any function of the file. */
function* added(call: Syntax, place: Place): Generator<Draft> {
  const args = argumentsOf(call);
  const last = args.at(-1);
  if (!last) return;
  const own = new Set(args.map((one) => one.at('name')?.text));
  const bound = new Set(place.names(call).map(({ text }) => text));
  const all = keywordsIn(place.root);
  const callee = call.at('function')?.text.split('.').at(-1) ?? '';
  const options = new Map<string, number>();
  const consider = (keyword: Syntax, weight: number) => {
    const value = keyword.at('value');
    if (
      own.has(keyword.at('name')?.text) ||
      !value ||
      keyword.text.length > 60 ||
      keyword.text.includes('\n')
    )
      return;
    if (readNames(value).every((text) => bound.has(text)))
      options.set(keyword.text, Math.max(options.get(keyword.text) ?? 0, weight));
  };
  for (const keyword of all.get(callee) ?? []) consider(keyword, 0.8);
  if (own.size > 1) for (const list of all.values()) for (const keyword of list) consider(keyword, 0.25);
  if (last.type === 'keyword_argument')
    for (const { text, role } of place.locals(call))
      if (role !== 'comprehension' && !own.has(text))
        options.set(`${text}=${text}`, role === 'parameter' ? 0.6 : 0.4);
  for (const [text, weight] of heaviest([...options], ([, one]) => one, maxAdded))
    yield {
      changes: [{ start: last.end, end: last.end, text: `, ${text}` }],
      weight,
      note: `'${text}' is passed to ${callee}`,
      line: last.line,
    };
}

function* changed(keyword: Syntax, place: Place): Generator<Draft> {
  const [name, value] = [keyword.at('name'), keyword.at('value')];
  if (!name || !value) return;
  const names = place.names(keyword).map(({ text }) => text);
  if (value.text !== name.text && names.includes(name.text)) yield replaced(value, name.text, 0.9);
  const others = new Set(
    [...keywordsIn(place.root).values()].flat().map((one) => one.at('name')?.text ?? ''),
  );
  const alike = heaviest(
    [...others].filter((one) => one !== name.text),
    (one) => likeness(one, name.text),
    3,
  );
  for (const one of alike)
    if (likeness(one, name.text) > 0.5) yield replaced(name, one, likeness(one, name.text) * 0.7);
}

/** Keyword arguments: one left out, one with the wrong name or value. */
export const keyword = defineTemplate({
  name: 'keyword',
  title: 'Keyword argument',
  prior: 0.5,
  symptoms: { arguments: 1.8, type: 1.2 },
  visits: ['call', 'keyword_argument'],
  draft: (node, place) => (node.type === 'call' ? added(node, place) : changed(node, place)),
});
