import type { Place } from '../fix/place.ts';
import type { Syntax } from '../syntax/tree.ts';
import { ancestors, descendants, functionOf } from '../syntax/walk.ts';
import { initialOf } from './common.ts';

const fillers = new Set(['append', 'add', 'extend', 'insert', 'update', 'appendleft', 'setdefault', 'push']);

interface Line {
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

function useOf(name: string, definition: Syntax): Use {
  const asked: string[] = [];
  let filled = false;
  for (const node of descendants(definition)) {
    if (node.type === 'comparison_operator' && node.parts.at(-1)?.text === name && node.parts[0])
      asked.push(node.parts[0].text);
    const object = node.at('object')?.text ?? node.at('value')?.text;
    if (object !== name) continue;
    if (node.type === 'attribute' && fillers.has(node.at('attribute')?.text ?? '')) filled = true;
    if (node.type === 'subscript' && node.field === 'left') filled = true;
  }
  return { filled, asked };
}

const cache = new WeakMap<Syntax, Map<string, Use>>();

function cachedUse(name: string, definition: Syntax): Use {
  const uses = cache.get(definition) ?? new Map<string, Use>();
  cache.set(definition, uses);
  const use = uses.get(name) ?? useOf(name, definition);
  uses.set(name, use);
  return use;
}

/** What would fill a container that starts empty, is read, and that nothing fills. */
export function unfilled(at: Syntax, place: Place): Line[] {
  const definition = outermost(at);
  if (!definition) return [];
  const names = place.locals(at);
  const lines: Line[] = [];
  for (const { text, kind, role } of names) {
    if (role !== 'local') continue;
    const { filled, asked } = cachedUse(text, definition);
    if (filled || !startsEmpty(initialOf(text, definition))) continue;
    const method = kind === 'set' ? 'add' : 'append';
    for (const value of names) {
      if (value.text === text || value.role === 'comprehension') continue;
      const weight = asked.includes(value.text) ? 1 : asked.length > 0 ? 0.4 : 0.75;
      if (kind !== 'map') lines.push({ text: `${text}.${method}(${value.text})`, weight });
      else lines.push({ text: `${text}[${value.text}] = True`, weight: weight * 0.6 });
    }
  }
  return lines;
}
