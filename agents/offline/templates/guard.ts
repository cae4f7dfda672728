import type { Place } from '../fix/place.ts';
import { isContainer } from '../syntax/kinds.ts';
import { indentUnit, insertBefore, operand } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, loopOf, statementOf } from '../syntax/walk.ts';
import { knownReturns } from './common.ts';
import { type Draft, defineTemplate, inserted, replaced } from './define-template.ts';

const maxSubjects = 5;
const maxReturns = 5;
const headers = new Set([
  'if_statement',
  'while_statement',
  'for_statement',
  'with_statement',
  'try_statement',
]);
const opaque = new Set(['function_definition', 'class_definition', 'block', 'lambda']);

interface Subject {
  readonly text: string;
  readonly weight: number;
  /** Empty is as bad as `None`: it is indexed, unpacked or divided by. */
  readonly emptiness: boolean;
}

const simple = (node: Syntax | undefined) =>
  node !== undefined && (node.type === 'identifier' || (node.type === 'attribute' && node.text.length < 40));

const places = new Set(['attribute', 'subscript']);

/** The thing whose attribute or item a node reads, where it has a short name. */
function objectOf(node: Syntax): Syntax | undefined {
  if (!places.has(node.type)) return undefined;
  const object = node.at('object') ?? node.at('value');
  return object && simple(object) && object.text !== 'self' && object.text !== 'cls' ? object : undefined;
}

/** What a loop runs over, or an assignment unpacks. */
function sourceOf(node: Syntax): Syntax | undefined {
  const unpacks = node.type === 'assignment' && node.at('left')?.type === 'pattern_list';
  const right = unpacks || node.type.startsWith('for_') ? node.at('right') : undefined;
  return right && simple(right) ? right : undefined;
}

function subjectOf(node: Syntax): Subject | undefined {
  const object = objectOf(node);
  if (object) return { text: object.text, weight: 1, emptiness: node.type === 'subscript' };
  const source = sourceOf(node);
  const unpacks = node.type === 'assignment';
  return source ? { text: source.text, weight: unpacks ? 1 : 0.7, emptiness: unpacks } : undefined;
}

/** What a statement (its own line, not its body) takes for granted to be there. */
function subjects(statement: Syntax, place: Place): Subject[] {
  const found = new Map<string, Subject>();
  const bound = new Set(place.names(statement).map(({ text }) => text));
  for (const node of descendants(statement, ({ type }) => !opaque.has(type))) {
    const subject = subjectOf(node);
    if (!subject || !bound.has(subject.text.split('.')[0] ?? '')) continue;
    const before = found.get(subject.text);
    found.set(subject.text, { ...subject, emptiness: subject.emptiness || (before?.emptiness ?? false) });
  }
  return [...found.values()].slice(0, maxSubjects);
}

function* early(statement: Syntax, place: Place): Generator<Draft> {
  const known = knownReturns(statement, place).slice(0, maxReturns);
  const exits = known.map((value) => `return${value === '' ? '' : ` ${value}`}`);
  if (loopOf(statement)) exits.unshift('continue', 'break');
  const unit = indentUnit(statement.source);
  for (const { text, weight, emptiness } of subjects(statement, place))
    for (const [i, exit] of exits.entries()) {
      const tests = emptiness ? [`not ${text}`, `${text} is None`] : [`${text} is None`, `not ${text}`];
      for (const [j, test] of tests.entries()) {
        const lines = [`if ${test}:`, `${unit}${exit}`];
        const rank = 1 - 0.12 * i - 0.3 * j;
        yield* inserted(
          insertBefore(statement, lines),
          statement,
          `if ${test}: ${exit}`,
          0.6 * weight * rank,
        );
      }
    }
}

function* inCondition(own: Syntax, place: Place): Generator<Draft> {
  const plain = own.type === 'boolean_operator' ? operand(own) : own.text;
  const bound = new Set(place.names(own).map(({ text }) => text));
  for (const node of descendants(own)) {
    const object = objectOf(node);
    if (!object || !bound.has(object.text.split('.')[0] ?? '')) continue;
    yield replaced(own, `${object.text} is None or ${plain}`, 0.8);
    yield replaced(own, `${object.text} is not None and ${plain}`, 0.8);
    yield replaced(own, `${object.text} and ${plain}`, 0.55);
    yield replaced(own, `not ${object.text} or ${plain}`, 0.5);
    const index = node.at('subscript');
    if (!index || place.kind(index) !== 'number') continue;
    yield replaced(own, `${index.text} < len(${object.text}) and ${plain}`, 0.6);
    yield replaced(own, `${index.text} >= len(${object.text}) or ${plain}`, 0.4);
  }
}

/** `x` as `x or []`, `d[k]` as `d.get(k)`. */
function* instead(node: Syntax, place: Place): Generator<Draft> {
  if (node.type === 'for_statement') {
    const right = node.at('right');
    if (right && simple(right)) yield replaced(right, `${right.text} or []`, 0.4);
    return;
  }
  const [value, index] = [node.at('value'), node.at('subscript')];
  if (node.field === 'left' || !value || !index || index.type === 'slice') return;
  const kind = place.kind(value);
  if (isContainer(kind) && kind !== 'map') return;
  if (place.kind(index) === 'number' && kind !== 'map') return;
  yield replaced(node, `${value.text}.get(${index.text})`, 0.5);
  yield replaced(node, `${value.text}.get(${index.text}, 0)`, 0.3);
  yield replaced(node, `${value.text}.get(${index.text}, [])`, 0.2);
}

/** Guards against `None`, empty containers and missing keys. */
export const guard = defineTemplate({
  name: 'guard',
  title: 'Guard for None or empty',
  prior: 0.5,
  symptoms: {
    'none-value': 1.7,
    index: 1.6,
    unpack: 1.9,
    key: 1.8,
    attribute: 1.4,
    recursion: 1.3,
    type: 1.2,
  },
  visits: [
    'if_statement',
    'elif_clause',
    'while_statement',
    'for_statement',
    'subscript',
    'expression_statement',
    'return_statement',
  ],
  *draft(node, place) {
    if (node.type === 'subscript') return yield* instead(node, place);
    const own = node.at('condition');
    if (own) yield* inCondition(own, place);
    if (node.type === 'for_statement') yield* instead(node, place);
    if (node.type !== 'elif_clause' && (headers.has(node.type) || statementOf(node) === node))
      yield* early(node, place);
  },
});
