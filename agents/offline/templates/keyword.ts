import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';
import { argumentsOf, heaviest, likeness, readNames } from './common.ts';
import { type Draft, defineTemplate, replaced } from './define-template.ts';

const maxAdded = 10;
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

class Options {
  readonly weights = new Map<string, number>();
  readonly #taken: ReadonlySet<string>;
  readonly #bound: ReadonlySet<string>;

  constructor(taken: ReadonlySet<string>, bound: ReadonlySet<string>) {
    this.#taken = taken;
    this.#bound = bound;
  }

  add(name: string, value: string, weight: number): void {
    if (this.#taken.has(name)) return;
    const text = `${name}=${value}`;
    this.weights.set(text, Math.max(this.weights.get(text) ?? 0, weight));
  }

  addLike(keyword: Syntax, weight: number): void {
    const [name, value] = [keyword.at('name'), keyword.at('value')];
    if (name && value && readNames(value).every((text) => this.#bound.has(text)))
      this.add(name.text, value.text, weight);
  }
}

/** Keywords that calls of the same function pass elsewhere, its parameters that have a namesake here. */
function optionsFor(call: Syntax, place: Place): Options {
  const args = argumentsOf(call);
  const taken = new Set(
    args.flatMap((one) => one.at('name')?.text ?? (one.type === 'identifier' ? one.text : [])),
  );
  const bound = new Set(place.names(call).map(({ text }) => text));
  const options = new Options(taken, bound);
  const callee = calleeOf(call);
  const all = keywordsIn(place.root);
  for (const keyword of all.get(callee) ?? []) options.addLike(keyword, 0.8);
  for (const parameters of place.parametersOf(callee))
    for (const name of parameters) if (bound.has(name)) options.add(name, name, 0.8);
  const named = args.some(({ type }) => type === 'keyword_argument' || type === 'dictionary_splat');
  for (const { text, role, reads } of place.locals(call)) {
    if (role === 'comprehension' || text === 'args' || text === 'kwargs') continue;
    const own = role === 'parameter' ? 0.6 : 0.4;
    options.add(text, text, (named ? own : own * 0.4) * (reads === 0 ? 1.6 : 1));
  }
  if (named) for (const list of all.values()) for (const keyword of list) options.addLike(keyword, 0.25);
  return options;
}

function* added(call: Syntax, place: Place): Generator<Draft> {
  const args = argumentsOf(call).filter(({ type }) => type !== 'dictionary_splat');
  const last = args.at(-1);
  if (!last) return;
  const { weights } = optionsFor(call, place);
  for (const [text, weight] of heaviest([...weights], ([, one]) => one, maxAdded))
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
