import type { Place, VisibleName } from '../fix/place.ts';
import { compatibility, isContainer } from '../syntax/kinds.ts';
import { insertAfter, operand } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf } from '../syntax/walk.ts';
import { heaviest, initialOf, Ways } from './common.ts';
import { type Draft, defineTemplate, inserted, replaced } from './define-template.ts';

const maxNames = 8;

/** What the state of one variable says, and how likely it is to decide: a counter, a container, a flag. */
function* byState(
  name: VisibleName,
  definition: Syntax,
  turned: boolean,
): Generator<readonly [string, number]> {
  const { text, kind, role } = name;
  const weight = role === 'local' ? 0.8 : 0.35;
  const start = role === 'local' ? initialOf(text, definition) : undefined;
  if (start?.type === 'integer') {
    yield [`${text} ${turned ? '==' : '!='} ${start.text}`, weight];
    yield [`${text} ${turned ? '!=' : '=='} ${start.text}`, weight * 0.4];
  } else if (isContainer(kind) || kind === 'bool') {
    yield [`not ${text}`, weight * 0.8];
    yield [kind === 'bool' ? text : `bool(${text})`, weight * 0.5];
  }
}

/** `return True` where the state at the end decides: a counter back at its start, a container empty. */
function* decided(value: Syntax, definition: Syntax, place: Place): Generator<Draft> {
  for (const name of place.locals(value).filter(({ role }) => role !== 'comprehension'))
    for (const [text, weight] of byState(name, definition, value.type === 'true'))
      yield replaced(value, text, weight);
}

function* otherNames(value: Syntax, place: Place): Generator<Draft> {
  const kind = place.kind(value);
  const names = place
    .locals(value)
    .filter(({ text, role }) => role !== 'comprehension' && text !== value.text);
  const weight = (one: (typeof names)[number]) =>
    compatibility(kind, one.kind) * (one.role === 'local' ? 1 : 0.8);
  if (value.type === 'identifier') return;
  for (const one of heaviest(names, weight, maxNames)) yield replaced(value, one.text, 0.5 * weight(one));
}

/** `return []` with something in it. */
function* notEmpty(value: Syntax, place: Place): Generator<Draft> {
  yield replaced(value, '[[]]', 0.8);
  for (const { text, role } of place.locals(value))
    if (role !== 'comprehension') yield replaced(value, `[${text}]`, role === 'parameter' ? 0.75 : 0.6);
  yield replaced(value, 'None', 0.4);
}

/** What the function returns elsewhere. */
function* asElsewhere(value: Syntax, definition: Syntax, place: Place): Generator<Draft> {
  const texts = place.returns(definition).flatMap(({ parts }) => parts[0]?.text ?? []);
  for (const text of new Set(texts))
    if (text !== value.text && text.length <= 60) yield replaced(value, text, 0.35);
}

function* rewritten(value: Syntax, definition: Syntax, place: Place): Generator<Draft> {
  const truth = value.type === 'true' || value.type === 'false';
  if (truth) yield* decided(value, definition, place);
  yield* otherNames(value, place);
  yield* asElsewhere(value, definition, place);
  if (value.text === '[]') yield* notEmpty(value, place);
  const kind = place.kind(value);
  const turned = value.type === 'comparison_operator' ? value.text : operand(value);
  if (kind === 'bool' && !truth) yield replaced(value, `not ${turned}`, 0.4);
  if (kind !== 'list' && kind !== 'none' && value.text.length < 80)
    yield replaced(value, `[${value.text}]`, 0.15);
}

/** How likely a name of the function is what it was to return; 0 for what only helps. */
function resultWeight({ role, reads }: VisibleName): number {
  if (role === 'comprehension' || role === 'import') return 0;
  return (role === 'parameter' ? 0.4 : 0.7) * (reads === 0 ? 1.3 : 1);
}

/** What a function could return at its end, from its names and its other returns. */
function endings(definition: Syntax, at: Syntax, place: Place): [string, number][] {
  const valued = place.returns(definition).flatMap(({ parts }) => parts[0] ?? []);
  const names = place.names(at, true).filter(({ owner }) => owner === definition);
  const ways = new Ways();
  for (const name of names) ways.add(name.text, resultWeight(name) * (valued.length > 0 ? 1 : 0.6));
  for (const { text } of valued) if (text.length < 60) ways.add(text, 0.5);
  for (const text of valued.length > 0 ? ['None', 'True', 'False'] : []) ways.add(text, 0.4);
  return ways.best(12).filter(([, weight]) => weight > 0);
}

const leaves = new Set(['return_statement', 'raise_statement']);

/** A function that returns a value on one path and none at its end. */
function* missing(definition: Syntax, place: Place): Generator<Draft> {
  const body = definition.at('body');
  const last = body?.parts.at(-1);
  if (!body || !last || leaves.has(last.type)) return;
  const own = descendants(body, ({ type }) => type !== 'function_definition');
  if ([...own].some(({ type }) => type === 'yield')) return;
  for (const [text, weight] of endings(definition, last, place)) {
    if (last.type === 'pass_statement') yield replaced(last, `return ${text}`, weight);
    else yield* inserted(insertAfter(last, [`return ${text}`]), last, `return ${text}`, weight);
  }
}

function* fromCall(node: Syntax): Generator<Draft> {
  const value = node.parts[0];
  if (value?.type !== 'call' || node.parts.length !== 1) return;
  const callee = value.at('function')?.text.split('.').at(-1);
  const own = functionOf(node)?.at('name')?.text;
  yield replaced(value, `return ${value.text}`, callee === own ? 0.9 : 0.25);
}

function* fromYield(node: Syntax): Generator<Draft> {
  const value = node.parts[0];
  if (!value) return;
  const from = node.children.some(({ type }) => type === 'from');
  yield replaced(node, from ? `yield ${value.text}` : `yield from ${value.text}`, 0.7);
}

/** A missing or a wrong `return`, `yield` for `yield from`. */
export const returned = defineTemplate({
  name: 'return',
  title: 'Missing or wrong return',
  prior: 0.65,
  symptoms: { 'none-value': 1.4, type: 1.1 },
  visits: ['return_statement', 'function_definition', 'expression_statement', 'yield'],
  *draft(node, place) {
    if (node.type === 'function_definition') return yield* missing(node, place);
    if (node.type === 'yield') return yield* fromYield(node);
    if (node.type === 'expression_statement') return yield* fromCall(node);
    const [value, definition] = [node.parts[0], functionOf(node)];
    if (value && definition) yield* rewritten(value, definition, place);
  },
});
