import type { Expression } from '../domain/facts.ts';
import type { Position } from '../domain/position.ts';
import { plainCall } from './arguments.ts';
import { type Drawing, draw } from './draw.ts';
import type { BindStatement, Context } from './model.ts';
import type { Value } from './value.ts';

function drawMethod(d: Drawing, value: Value, name: string, at: Position): readonly Value[] {
  if (value.t !== 'instance' || !d.m.member(value.cls, name)) return [];
  const methods = d.m.attribute(value, name, value.cls);
  for (const method of methods)
    if (method.t === 'bound' || method.t === 'function')
      draw(d, 'REFERENCES', method.fn.entity.id, at, 'inferred');
  return methods;
}

interface Protocol {
  readonly first: string;
  readonly second: string;
}

const iteration: Protocol = { first: '__iter__', second: '__next__' };
const asyncIteration: Protocol = { first: '__aiter__', second: '__anext__' };
const entry: Protocol = { first: '__enter__', second: '__exit__' };
const asyncEntry: Protocol = { first: '__aenter__', second: '__aexit__' };

/** The methods that a `for` or a `with` runs (Python data model, sections 3.3.7 and 3.3.9). */
export function drawProtocol(d: Drawing, { form, value, isAsync }: BindStatement, context: Context): void {
  if (!value) return;
  if (form === 'for') drawIteration(d, value, context, isAsync ? asyncIteration : iteration);
  else if (form === 'with') drawEntry(d, value, context, isAsync ? asyncEntry : entry);
}

function drawEntry(d: Drawing, value: Expression, context: Context, { first, second }: Protocol): void {
  for (const of of d.m.evaluate(value, context)) {
    drawMethod(d, of, first, value.at);
    drawMethod(d, of, second, value.at);
  }
}

function drawIteration(d: Drawing, value: Expression, context: Context, { first, second }: Protocol): void {
  for (const of of d.m.evaluate(value, context))
    for (const method of drawMethod(d, of, first, value.at))
      for (const iterator of d.m.call(method, plainCall(value, context)))
        drawMethod(d, iterator, second, value.at);
}
