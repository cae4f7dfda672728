import type { Place } from '../fix/place.ts';
import { parametersOf } from '../syntax/scope.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf } from '../syntax/walk.ts';
import { argumentsOf } from './common.ts';
import { type Draft, defineTemplate, removed } from './define-template.ts';

const maxNames = 8;
const definitions = new WeakMap<Syntax, ReadonlyMap<string, Syntax>>();

function definitionsIn(root: Syntax): ReadonlyMap<string, Syntax> {
  const known = definitions.get(root);
  if (known) return known;
  const found = new Map<string, Syntax>();
  for (const node of descendants(root))
    if (node.type === 'function_definition') found.set(node.at('name')?.text ?? '', node);
  definitions.set(root, found);
  return found;
}

/** Parameters of the function called, where the file defines one of that name; `self` left out. */
function parametersFor(call: Syntax, place: Place): string[] | undefined {
  const name = call.at('function')?.text.split('.').at(-1) ?? '';
  const definition = definitionsIn(place.root).get(name);
  return definition
    ? parametersOf(definition)
        .map(({ text }) => text)
        .filter((text) => text !== 'self' && text !== 'cls')
    : undefined;
}

function* dropped(args: readonly Syntax[], wanted: readonly string[] | undefined): Generator<Draft> {
  const spare = wanted && args.length > wanted.length ? 1 : wanted ? 0.25 : 0.4;
  for (const [i, argument] of args.entries()) {
    const [before, next] = [args[i - 1], args[i + 1]];
    const start = before && !next ? before.end : argument.start;
    const end = next ? next.start : argument.end;
    yield removed(argument, start, end, spare * (argument.type === 'keyword_argument' ? 1 : 0.8));
  }
}

function* added(
  call: Syntax,
  list: Syntax,
  args: readonly Syntax[],
  wanted: readonly string[] | undefined,
  place: Place,
): Generator<Draft> {
  const open = args.length === 0;
  const short = wanted && args.length < wanted.length ? 1 : 0.3;
  const given = new Set(args.map(({ text }) => text));
  const keywords = new Set(args.map((one) => one.at('name')?.text));
  const end = args.at(-1)?.end ?? list.start + 1;
  const put = (at: number, text: string, weight: number): Draft => ({
    changes: [{ start: at, end: at, text }],
    weight,
    note: `'${text.replace(/^, |, $/g, '')}' is passed to ${call.at('function')?.text.slice(0, 40)}`,
    line: call.line,
  });
  const known = new Set(place.names(call).map(({ text }) => text));
  for (const name of wanted ?? [])
    if (known.has(name) && !given.has(name) && !keywords.has(name)) {
      yield put(end, `${open ? '' : ', '}${name}=${name}`, short * 0.8);
    }
  const own = functionOf(call);
  const names = place.locals(call).filter(({ text, role }) => role !== 'comprehension' && !given.has(text));
  for (const { text, role, reads } of names.slice(0, maxNames)) {
    const near = (role === 'parameter' ? 0.8 : 0.6) * (reads === 0 ? 1.25 : 1) * (own ? 1 : 0.5);
    yield put(end, `${open ? '' : ', '}${text}`, Math.min(1, short * near * 0.7));
    if (!open && args[0]) yield put(args[0].start, `${text}, `, Math.min(1, short * near * 0.4));
  }
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
    const wanted = parametersFor(node, place);
    yield* dropped(args, wanted);
    yield* added(node, list, args, wanted, place);
  },
});
