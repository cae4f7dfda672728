import type { Place } from '../fix/place.ts';
import { compatibility, isContainer } from '../syntax/kinds.ts';
import { insertAfter, operand } from '../syntax/layout.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants, functionOf } from '../syntax/walk.ts';
import { heaviest, initialOf } from './common.ts';
import { type Draft, defineTemplate, inserted, replaced } from './define-template.ts';

const maxNames = 8;

/** `return True` where the state at the end decides: a counter back at its start, a container empty. */
function* decided(value: Syntax, definition: Syntax, place: Place): Generator<Draft> {
  const turned = value.type === 'true';
  for (const { text, kind, role } of place.locals(value)) {
    if (role === 'comprehension') continue;
    const start = role === 'local' ? initialOf(text, definition) : undefined;
    const weight = role === 'local' ? 0.8 : 0.35;
    if (start?.type === 'integer') {
      yield replaced(value, `${text} ${turned ? '==' : '!='} ${start.text}`, weight);
      yield replaced(value, `${text} ${turned ? '!=' : '=='} ${start.text}`, weight * 0.4);
    } else if (isContainer(kind) || kind === 'bool') {
      yield replaced(value, `not ${text}`, weight * 0.8);
      yield replaced(value, kind === 'bool' ? text : `bool(${text})`, weight * 0.5);
    }
  }
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

function* rewritten(value: Syntax, definition: Syntax, place: Place): Generator<Draft> {
  if (value.type === 'true' || value.type === 'false') yield* decided(value, definition, place);
  yield* otherNames(value, place);
  const seen = new Set<string>();
  for (const other of place.returns(definition)) {
    const text = other.parts[0]?.text;
    if (text === undefined || text === value.text || text.length > 60 || seen.has(text)) continue;
    seen.add(text);
    yield replaced(value, text, 0.35);
  }
  const kind = place.kind(value);
  if (value.text === '[]') {
    yield replaced(value, '[[]]', 0.8);
    for (const { text, role } of place.locals(value))
      if (role !== 'comprehension') yield replaced(value, `[${text}]`, role === 'parameter' ? 0.75 : 0.6);
    yield replaced(value, 'None', 0.4);
  }
  if (kind === 'bool' && value.type !== 'true' && value.type !== 'false')
    yield replaced(value, `not ${value.type === 'comparison_operator' ? value.text : operand(value)}`, 0.4);
  if (kind !== 'list' && kind !== 'none' && value.text.length < 80)
    yield replaced(value, `[${value.text}]`, 0.15);
}

/** A function that returns a value on one path and none at its end. */
function* missing(definition: Syntax, place: Place): Generator<Draft> {
  const body = definition.at('body');
  const last = body?.parts.at(-1);
  if (!body || !last || last.type === 'return_statement' || last.type === 'raise_statement') return;
  const inside = [...descendants(body, ({ type }) => type !== 'function_definition')];
  if (inside.some(({ type }) => type === 'yield')) return;
  const valued = place.returns(definition).filter(({ parts }) => parts.length > 0);
  const at = body.children.at(-1) ?? last;
  const names = place.names(at).filter(({ owner, role }) => owner === definition && role !== 'comprehension');
  const written = new Map<string, number>();
  for (const { text, role } of names)
    written.set(text, (role === 'local' ? 0.7 : 0.4) * (valued.length > 0 ? 1 : 0.6));
  for (const { parts } of valued) if (parts[0] && parts[0].text.length < 60) written.set(parts[0].text, 0.5);
  for (const text of ['None', 'True', 'False']) if (valued.length > 0) written.set(text, 0.4);
  for (const [text, weight] of heaviest([...written], ([, one]) => one, 12))
    yield* inserted(insertAfter(last, [`return ${text}`]), last, `return ${text}`, weight);
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
