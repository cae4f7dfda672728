import type { Place, VisibleName } from '../fix/place.ts';
import { compatibility, type Kind } from '../syntax/kinds.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf, isTarget } from '../syntax/walk.ts';

const recursive = new WeakMap<Syntax, boolean>();

/** Whether a function's body calls a function of its name. */
export function callsItself(definition: Syntax): boolean {
  const known = recursive.get(definition);
  if (known !== undefined) return known;
  const name = definition.at('name')?.text;
  let found = false;
  for (const node of descendants(definition))
    if (node.type === 'call' && node.at('function')?.text.split('.').at(-1) === name) {
      found = true;
      break;
    }
  recursive.set(definition, found);
  return found;
}

/** Levenshtein distance of two short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** 0 to 1: how alike two names are spelled; a shared word counts too. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [x, y] = [a.slice(0, 40), b.slice(0, 40)];
  const spelled = 1 - distance(x, y) / Math.max(x.length, y.length, 1);
  const words = new Set(x.toLowerCase().split('_'));
  const shared = y
    .toLowerCase()
    .split('_')
    .filter((word) => word.length > 1 && words.has(word)).length;
  return Math.max(spelled, shared > 0 ? 0.4 + 0.1 * shared : 0);
}

/** The first `count` of a list after sorting by weight, best first; ties keep their order. */
export const heaviest = <T>(items: readonly T[], weight: (item: T) => number, count: number): T[] =>
  [...items].sort((a, b) => weight(b) - weight(a)).slice(0, count);

/** How well a name fits where a value of `kind` is wanted, 0 to 1. */
export function fitness(name: VisibleName, kind: Kind): number {
  const own = name.owner === null ? 0.4 : 1;
  const unread = name.owner !== null && name.reads === 0 ? 1.5 : 1;
  return Math.min(1, compatibility(kind, name.kind) * own * unread);
}

/** Values that a name starts with in its function: `x = 0`. */
export function initialOf(name: string, definition: Syntax): Syntax | undefined {
  for (const node of descendants(definition))
    if (node.type === 'assignment' && node.at('left')?.text === name) return node.at('right');
  return undefined;
}

/** Names read inside a node, in order, each once. */
export function readNames(node: Syntax): string[] {
  const found = new Set<string>();
  for (const one of descendants(node))
    if (one.type === 'identifier' && one.field !== 'attribute' && one.field !== 'name' && !isTarget(one))
      found.add(one.text);
  return [...found];
}

const literals = new Set([
  'none',
  'true',
  'false',
  'integer',
  'float',
  'string',
  'list',
  'dictionary',
  'tuple',
  'set',
]);

/** Texts with the best weight each was given. */
export class Ways {
  readonly #weights = new Map<string, number>();

  add(text: string, weight: number): void {
    this.#weights.set(text, Math.max(this.#weights.get(text) ?? 0, Math.min(1, weight)));
  }

  has(text: string): boolean {
    return this.#weights.has(text);
  }

  delete(text: string): void {
    this.#weights.delete(text);
  }

  /** Best first. */
  best(count: number): [text: string, weight: number][] {
    return heaviest([...this.#weights], ([, weight]) => weight, count);
  }
}

const isShort = ({ text }: Syntax) => text.length <= 60 && !text.includes('\n');

/** What the function returns elsewhere that can be written at `node`: literals and names bound there. */
export function knownReturns(node: Syntax, place: Place): string[] {
  const definition = functionOf(node);
  if (!definition) return [];
  const names = place.names(node);
  const bound = new Set(names.map(({ text }) => text));
  const values = place.returns(definition).flatMap(({ parts }) => parts[0] ?? []);
  const found = values
    .filter((value) => isShort(value) && (literals.has(value.type) || value.type === 'identifier'))
    .filter((value) => readNames(value).every((name) => bound.has(name)));
  const first = names.find(({ role }) => role === 'parameter');
  const fallback =
    values.length === 0 ? [''] : ['None', '[]', 'False', '0', "''", ...(first ? [first.text] : [])];
  return [...new Set([...found.map(({ text }) => text), ...fallback])].slice(0, 8);
}

/** The positional and keyword arguments of a call. */
export const argumentsOf = (call: Syntax): readonly Syntax[] => {
  const list = call.at('arguments');
  return list?.type === 'argument_list' ? list.parts : [];
};
