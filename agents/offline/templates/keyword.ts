import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import { argumentsOf, heaviest, likeness, readNames, Ways } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxAdded = 10;
const maxConsidered = 60;
const maxLength = 60;
const cache = new WeakMap<Syntax, ReadonlyMap<string, readonly Syntax[]>>();

const calleeOf = (call: Syntax) => call.at('function')?.text.split('.').at(-1) ?? '';

/** Keyword arguments by the name of the function they are passed to. */
function keywordsIn(root: Syntax): ReadonlyMap<string, readonly Syntax[]> {
  const known = cache.get(root);
  if (known) return known;
  const found = new Map<string, Syntax[]>();
  for (const node of descendants(root)) {
    if (node.type !== 'call') continue;
    const keywords = argumentsOf(node).filter(
      (one) =>
        one.type === 'keyword_argument' && one.end - one.start <= maxLength && one.line === one.endLine,
    );
    const name = calleeOf(node);
    if (keywords.length > 0) found.set(name, [...(found.get(name) ?? []), ...keywords].slice(0, 60));
  }
  cache.set(root, found);
  return found;
}

interface Options {
  readonly call: Syntax;
  readonly place: Place;
  readonly bound: ReadonlySet<string>;
  /** Whether the call passes keywords already. */
  readonly named: boolean;
  readonly ways: Ways;
}

/** Keywords of other calls of the function, and, less likely, of any call. */
function fromCalls({ call, place, bound, named, ways }: Options): void {
  const writable = (one: Syntax) => readNames(one.at('value') ?? one).every((text) => bound.has(text));
  for (const [name, keywords] of keywordsIn(place.root)) {
    const weight = name === calleeOf(call) ? 0.8 : 0.25;
    if (weight > 0.5 || named) for (const one of keywords.filter(writable)) ways.add(one.text, weight);
  }
}

/** Parameters and variables that have the name of a keyword. */
function fromNames({ call, place, bound, named, ways }: Options): void {
  const wanted = place.parametersOf(calleeOf(call)).flat();
  for (const name of wanted.filter((one) => bound.has(one))) ways.add(`${name}=${name}`, 0.8);
  for (const { text, role, reads } of place.locals(call)) {
    if (role === 'comprehension' || text === 'args' || text === 'kwargs') continue;
    const own = (role === 'parameter' ? 0.6 : 0.4) * (named ? 1 : 0.4);
    ways.add(`${text}=${text}`, own * (reads === 0 ? 1.6 : 1));
  }
}

/** Keywords that calls of the same function pass elsewhere, its parameters that have a namesake here. */
function optionsFor(call: Syntax, place: Place): [string, number][] {
  const args = argumentsOf(call);
  const taken = new Set(
    args.flatMap((one) => one.at('name')?.text ?? (one.type === 'identifier' ? one.text : [])),
  );
  const bound = new Set(place.names(call).map(({ text }) => text));
  const named = args.some(({ type }) => type === 'keyword_argument' || type === 'dictionary_splat');
  const ways = new Ways();
  const options: Options = { call, place, bound, named, ways };
  fromNames(options);
  fromCalls(options);
  return ways.best(maxConsidered).filter(([text]) => !taken.has(text.slice(0, text.indexOf('='))));
}

function* added(call: Syntax, place: Place): Generator<Draft> {
  const args = argumentsOf(call).filter(({ type }) => type !== 'dictionary_splat');
  const last = args.at(-1);
  if (!last) return;
  for (const [text, weight] of optionsFor(call, place).slice(0, maxAdded))
    yield {
      changes: [{ start: last.end, end: last.end, text: `, ${text}` }],
      weight: Math.min(1, weight),
      note: `'${text}' is passed to ${calleeOf(call)}`,
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
  others.delete(name.text);
  for (const one of heaviest([...others], (other) => likeness(other, name.text), 3)) {
    const alike = likeness(one, name.text);
    if (alike > 0.5) yield replaced(name, one, alike * 0.7);
  }
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
