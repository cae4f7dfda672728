import type { Place, VisibleName } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { argumentsOf } from './common.ts';
import { type Draft, defineTemplate, removed } from './define-template.ts';

const maxNames = 8;

/** What these take as their last argument, where it is left out. */
const endings: Readonly<Record<string, { readonly count: number; readonly texts: readonly string[] }>> = {
  getattr: { count: 2, texts: ['None', 'False', "''"] },
  get: { count: 1, texts: ['None', '0', "''", '{}', '[]', 'False'] },
  pop: { count: 1, texts: ['None', '0', '0'] },
  setdefault: { count: 1, texts: ['[]', '{}', 'None', 'True', '0'] },
  next: { count: 1, texts: ['None'] },
  isinstance: {
    count: 1,
    texts: ['str', 'dict', '(list, tuple)', 'list', 'tuple', 'int', 'bytes', '(str, bytes)'],
  },
  range: { count: 1, texts: [] },
  split: { count: 1, texts: ['1'] },
  rsplit: { count: 1, texts: ['1'] },
  replace: { count: 1, texts: ["''"] },
  open: { count: 1, texts: ["'rb'", "'w'", "'wb'"] },
};

const calleeOf = (call: Syntax) => call.at('function')?.text.split('.').at(-1) ?? '';

/** How many arguments a call lacks (above 0) or has too many (below) of each function of its name. */
function lacking(given: number, wanted: readonly (readonly string[])[]): number | undefined {
  const gaps = wanted.map(({ length }) => length - given);
  return gaps.length > 0 ? gaps.reduce((a, b) => (Math.abs(a) < Math.abs(b) ? a : b)) : undefined;
}

function* dropped(args: readonly Syntax[], gap: number | undefined): Generator<Draft> {
  const spare = gap === undefined ? 0.4 : gap < 0 ? 1 : 0.25;
  for (const [i, argument] of args.entries()) {
    const [before, next] = [args[i - 1], args[i + 1]];
    const start = before && !next ? before.end : argument.start;
    const end = next ? next.start : argument.end;
    yield removed(argument, start, end, spare * (argument.type === 'keyword_argument' ? 1 : 0.8));
  }
}

/** Puts an argument after the first `index` ones. */
function put(call: Syntax, list: Syntax, index: number, text: string, weight: number): Draft {
  const args = list.parts;
  const [before, next] = [args[index - 1], args[index]];
  const at = before?.end ?? list.start + 1;
  const piece = before ? `, ${text}` : next ? `${text}, ` : text;
  return {
    changes: [{ start: at, end: at, text: piece }],
    weight: Math.min(1, weight),
    note: `'${text}' is passed to ${call.at('function')?.text.slice(0, 40)}`,
    line: call.line,
  };
}

const positional = ({ type }: Syntax) => type !== 'keyword_argument' && type !== 'dictionary_splat';

/** At the end, in front, before the last: where an argument is missing, with how often. */
const spotsFor = (count: number) =>
  [
    { index: count, weight: 0.7 },
    { index: 0, weight: 0.4 },
    { index: count - 1, weight: 0.3 },
  ].slice(0, count + 1);

const nearness = ({ role, reads }: VisibleName) =>
  (role === 'parameter' ? 0.8 : 0.6) * (reads === 0 ? 1.6 : 1);

function* names(call: Syntax, list: Syntax, short: number, place: Place): Generator<Draft> {
  const given = new Set(list.parts.map(({ text }) => text));
  const spots = spotsFor(list.parts.filter(positional).length);
  const found = place.locals(call).filter(({ text, role }) => role !== 'comprehension' && !given.has(text));
  for (const name of found.slice(0, maxNames))
    for (const { index, weight } of spots)
      yield put(call, list, index, name.text, short * nearness(name) * weight);
}

const passedOn = new Set(['args', 'kwargs', 'options']);

/** `*args` and `**kwargs` of the function around it that are not passed on. */
function* splats(call: Syntax, list: Syntax, place: Place): Generator<Draft> {
  const args = list.parts;
  const own = place.names(call).filter(({ role, text }) => role === 'parameter' && passedOn.has(text));
  for (const { text, reads } of own) {
    const piece = text === 'args' ? '*args' : `**${text}`;
    const index = text === 'args' ? args.filter(positional).length : args.length;
    if (!args.some((one) => one.text === piece))
      yield put(call, list, index, piece, reads === 0 ? 0.9 : 0.25);
  }
}

function* added(call: Syntax, list: Syntax, gap: number | undefined, place: Place): Generator<Draft> {
  const args = list.parts;
  const short = gap === undefined ? 0.4 : gap > 0 ? 1 : 0.2;
  yield* names(call, list, short, place);
  yield* splats(call, list, place);
  const ending = endings[calleeOf(call)];
  if (ending?.count !== args.length) return;
  for (const [i, text] of ending.texts.entries()) yield put(call, list, args.length, text, 0.7 - 0.07 * i);
}

/** An argument too many or too few. */
export const argument = defineTemplate({
  name: 'argument',
  title: 'Missing or extra argument',
  prior: 0.55,
  symptoms: { arguments: 2.2, type: 1.2, recursion: 1.1 },
  visits: ['call'],
  *draft(node, place) {
    const list = node.at('arguments');
    if (list?.type !== 'argument_list') return;
    const args = argumentsOf(node);
    const gap = lacking(args.length, place.parametersOf(calleeOf(node)));
    yield* dropped(args, gap);
    yield* added(node, list, gap, place);
  },
});
