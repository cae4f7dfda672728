import { firstArgument } from './arguments.ts';
import { containerAt } from './containers.ts';
import { nothing, union, type Values } from './engine.ts';
import { type Arguments, flatMap, type Machine } from './machine.ts';
import type { ContainerKind } from './value.ts';

type Effect = (m: Machine, call: Arguments) => Values;

const elements = (m: Machine, call: Arguments, index: number): Values =>
  flatMap(firstArgument(m, call, index), (value) => m.elements(value, call.place));

/** One by one, what the argument at `index` holds. */
const each =
  (of: ContainerKind, index = 0): Effect =>
  (m, call) => [containerAt(m, call.place, '', of, () => elements(m, call, index))];

/** Tuples of what all arguments hold. */
const tuples: Effect = (m, call) => {
  const inner = (): Values => {
    let found: Values = nothing;
    for (const index of call.args.keys()) found = union(found, elements(m, call, index));
    return found;
  };
  const tuple = () => containerAt(m, call.place, 'tuple', 'tuple', inner);
  return [containerAt(m, call.place, '', 'generator', () => [tuple()])];
};

const element: Effect = (m, call) => elements(m, call, 0);
const first: Effect = (m, call) => firstArgument(m, call);

/** Calling it gives the argument. */
const reference: Effect = (m, call) => [
  m.pool.at(call.place, 'reference', () => ({
    t: 'callable',
    returns: m.engine.cell(() => firstArgument(m, call)),
  })),
];

const manager: Effect = (m, call) => [
  containerAt(m, call.place, '', 'manager', () => firstArgument(m, call)),
];

const entered: Effect = (m, call) => flatMap(firstArgument(m, call), (value) => m.entered(value, call.place));

/** What functions of the standard library, and a few that all know, do with what they are given. */
export const libraryEffects: Readonly<Record<string, Effect>> = {
  'itertools.islice': each('generator'),
  'itertools.cycle': each('generator'),
  'itertools.takewhile': each('generator', 1),
  'itertools.dropwhile': each('generator', 1),
  'itertools.filterfalse': each('generator', 1),
  'itertools.product': tuples,
  'itertools.permutations': tuples,
  'itertools.combinations': tuples,
  'itertools.pairwise': tuples,
  'heapq.heappop': element,
  'heapq.nsmallest': each('list', 1),
  'heapq.nlargest': each('list', 1),
  'random.choice': element,
  'random.sample': each('list'),
  'dataclasses.replace': first,
  'attr.evolve': first,
  'attrs.evolve': first,
  'weakref.ref': reference,
  'contextlib.closing': manager,
  'contextlib.nullcontext': manager,
  'contextlib.ExitStack.enter_context': entered,
  'contextlib.AsyncExitStack.enter_context': entered,
};
