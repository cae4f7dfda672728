import type { Place, VisibleName } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { ancestors, descendants, functionOf } from '../syntax/walk.ts';
import { initialOf } from './common.ts';

const fillers = new Set(['append', 'add', 'extend', 'insert', 'update', 'appendleft', 'setdefault', 'push']);

/** A place between statements: before the one at `at`, or after it. */
export interface Spot {
  readonly at: Syntax;
  readonly after: boolean;
}

/** A line to put in, and how likely. */
export interface Line {
  readonly text: string;
  readonly weight: number;
}

/** The outermost function around a node: what nested functions share is bound there. */
function outermost(node: Syntax): Syntax | undefined {
  let found = functionOf(node);
  for (const above of ancestors(node)) if (above.type === 'function_definition') found = above;
  return found;
}

const startsEmpty = (value: Syntax | undefined) =>
  value !== undefined && ['[]', '{}', 'set()', 'list()', 'dict()', 'deque()', 'Queue()'].includes(value.text);

interface Use {
  readonly filled: boolean;
  /** What is looked up in it: `x in seen`. */
  readonly asked: readonly string[];
}

/** Whether the node puts something into the container. */
function fills(node: Syntax, name: string): boolean {
  if (node.type === 'attribute')
    return node.at('object')?.text === name && fillers.has(node.at('attribute')?.text ?? '');
  return node.type === 'subscript' && node.field === 'left' && node.at('value')?.text === name;
}

function useOf(name: string, definition: Syntax): Use {
  const nodes = [...descendants(definition)];
  const asked = nodes
    .filter(({ type, parts }) => type === 'comparison_operator' && parts.at(-1)?.text === name)
    .flatMap(({ parts }) => parts[0]?.text ?? []);
  return { filled: nodes.some((node) => fills(node, name)), asked };
}

const cache = new WeakMap<Syntax, Map<string, Use>>();

function cachedUse(name: string, definition: Syntax): Use {
  const uses = cache.get(definition) ?? new Map<string, Use>();
  cache.set(definition, uses);
  const use = uses.get(name) ?? useOf(name, definition);
  uses.set(name, use);
  return use;
}

function fillersOf(
  { text, kind }: VisibleName,
  names: readonly VisibleName[],
  asked: readonly string[],
): Line[] {
  const method = kind === 'set' ? 'add' : 'append';
  return names
    .filter((value) => value.text !== text && value.role !== 'comprehension')
    .map((value) => {
      const weight = asked.includes(value.text) ? 1 : asked.length > 0 ? 0.4 : 0.75;
      return kind === 'map'
        ? { text: `${text}[${value.text}] = True`, weight: weight * 0.6 }
        : { text: `${text}.${method}(${value.text})`, weight };
    });
}

/** What would fill a container that starts empty, is read, and that nothing fills. */
export function unfilled({ at, after }: Spot, place: Place): Line[] {
  const definition = outermost(at);
  if (!definition) return [];
  const names = place.locals(at, after);
  return names.flatMap((name) => {
    if (name.role !== 'local') return [];
    const { filled, asked } = cachedUse(name.text, definition);
    return filled || !startsEmpty(initialOf(name.text, definition)) ? [] : fillersOf(name, names, asked);
  });
}
