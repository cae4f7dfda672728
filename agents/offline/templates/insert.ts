import type { Place } from '../fix/place.ts';
import type { Change } from '../syntax/edits.ts';
import { compatibility } from '../syntax/kinds.ts';
import { insertAfter, insertBefore, linesOf } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf, loopOf } from '../syntax/walk.ts';
import { heaviest, readNames } from './common.ts';
import { defineTemplate, inserted } from './define-template.ts';
import { type Line, type Spot, unfilled } from './insert-missing.ts';

const maxPerPosition = 14;
const maxLength = 100;

/** Between which statements of a block something may be put. */
interface Position {
  readonly change: (lines: readonly string[]) => Change | undefined;
  readonly spot: Spot;
  readonly weight: number;
}

const leaves = new Set(['return_statement', 'raise_statement', 'break_statement', 'continue_statement']);

function* positions(block: Syntax): Generator<Position> {
  const statements = block.parts;
  for (const [i, statement] of statements.entries()) {
    const first = i === 0 ? 0.75 : 0.6;
    const beforeEnd = i === statements.length - 1 && leaves.has(statement.type) ? 0.95 : first;
    yield {
      change: (lines) => insertBefore(statement, lines),
      spot: { at: statement, after: false },
      weight: beforeEnd,
    };
  }
  const last = statements.at(-1);
  if (last && !leaves.has(last.type))
    yield { change: (lines) => insertAfter(last, lines), spot: { at: last, after: true }, weight: 0.9 };
}

/** The text with one name written in place of another. */
function renamed(node: Syntax, from: string, to: string): string {
  let text = '';
  let end = node.start;
  for (const one of descendants(node)) {
    if (one.type !== 'identifier' || one.text !== from || one.field === 'attribute' || one.field === 'name')
      continue;
    text += node.source.slice(end, one.start) + to;
    end = one.end;
  }
  return text + node.source.slice(end, node.end);
}

/** Simple statements of the function that change something: calls for their effect, assignments. */
function models(definition: Syntax): Syntax[] {
  return [...descendants(definition.at('body') ?? definition)].filter(
    (node) =>
      node.type === 'expression_statement' &&
      node.end - node.start <= maxLength &&
      !node.text.includes('\n') &&
      ['call', 'assignment', 'augmented_assignment'].includes(node.parts[0]?.type ?? ''),
  );
}

/** The statement with one name exchanged for each that fits. */
function exchanged(
  model: Syntax,
  from: string,
  read: readonly string[],
  { at, after }: Spot,
  place: Place,
): Line[] {
  const kind = place.kindOfName(from, model);
  const weight = model.parts[0]?.type === 'call' ? 0.6 : 0.35;
  return place
    .locals(at, after)
    .filter(({ text }) => !read.includes(text))
    .map(({ text, kind: other }) => ({ text, fits: compatibility(kind, other) }))
    .filter(({ fits }) => fits >= 0.3)
    .map(({ text, fits }) => ({ text: renamed(model, from, text), weight: weight * fits }));
}

/** A sibling statement as it stands, and with one of its names exchanged for one bound here. */
function adapted(model: Syntax, spot: Spot, place: Place): Line[] {
  const known = new Set(place.names(spot.at, spot.after).map(({ text }) => text));
  const read = readNames(model);
  const asIs = read.every((name) => known.has(name) || !/^[a-z]/.test(name));
  const lines = asIs ? [{ text: linesOf(model).join(' '), weight: 0.6 }] : [];
  return [...lines, ...read.slice(0, 4).flatMap((from) => exchanged(model, from, read, spot, place))];
}

/** A loop's variable from before it that the loop reads and never moves on. */
function stuck(block: Syntax, { at, after }: Spot, place: Place): Line[] {
  const loop = loopOf(at);
  const definition = functionOf(at);
  if (!loop || !definition || loop.at('body') !== block) return [];
  const written = new Set<string>();
  for (const node of descendants(loop))
    if (node.type === 'assignment' || node.type === 'augmented_assignment')
      for (const one of descendants(node.at('left') ?? node)) written.add(one.text);
  const read = new Set(readNames(loop));
  const names = place.locals(at, after);
  const still = names.filter(
    ({ text, role, from, owner }) =>
      role === 'local' && owner === definition && from < loop.start && read.has(text) && !written.has(text),
  );
  return still.flatMap(({ text, kind }) => [
    ...names
      .filter((other) => other.text !== text && other.role !== 'comprehension' && read.has(other.text))
      .map((other) => ({ text: `${text} = ${other.text}`, weight: 0.75 * compatibility(kind, other.kind) })),
    ...(kind === 'number' ? [`${text} += 1`, `${text} -= 1`] : []).map((line) => ({
      text: line,
      weight: 0.6,
    })),
  ]);
}

/** Ways out of a loop or a branch. */
function exits(block: Syntax, at: Syntax): Line[] {
  const last = block.parts.at(-1);
  if (!loopOf(at) || block.parent?.type !== 'if_statement' || (last && leaves.has(last.type))) return [];
  return [
    { text: 'break', weight: 0.35 },
    { text: 'continue', weight: 0.3 },
  ];
}

/** A statement that is missing: like one of its siblings, or what would fill or move on what is only read. */
export const insert = defineTemplate({
  name: 'insert',
  title: 'Missing statement',
  prior: 0.6,
  symptoms: { timeout: 1.4, recursion: 1.3, name: 1.3, index: 1.1 },
  visits: ['block'],
  *draft(node, place) {
    const definition = functionOf(node);
    if (!definition) return;
    const patterns = models(definition).slice(0, 30);
    for (const { change, spot, weight } of positions(node)) {
      const lines = [
        ...unfilled(spot, place),
        ...stuck(node, spot, place),
        ...exits(node, spot.at),
        ...patterns.flatMap((model) => adapted(model, spot, place)),
      ];
      const beside = new Set(node.parts.map(({ text }) => text));
      const fresh = lines.filter(({ text }) => !beside.has(text));
      for (const one of heaviest(fresh, (each) => each.weight, maxPerPosition))
        yield* inserted(change([one.text]), spot.at, one.text, one.weight * weight);
    }
  },
});
