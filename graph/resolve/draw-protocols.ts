import type { Position } from '../domain/facts.ts';
import { plainCall } from './arguments.ts';
import type { Drawing } from './draw.ts';
import { drawImplicit } from './draw-calls.ts';
import type { BindStatement, Context } from './model.ts';
import type { Value } from './value.ts';

function drawMethod(d: Drawing, value: Value, name: string, at: Position): readonly Value[] {
  if (value.t !== 'instance' || !d.m.member(value.cls, name)) return [];
  const methods = d.m.attribute(value, name, value.cls);
  for (const method of methods)
    if (method.t === 'bound' || method.t === 'function') drawImplicit(d, method, at);
  return methods;
}

/** The methods that a `for` or a `with` runs (Python data model, sections 3.3.7 and 3.3.9). */
export function drawProtocol(d: Drawing, { form, value, isAsync }: BindStatement, context: Context): void {
  if (!value || (form !== 'for' && form !== 'with')) return;
  const [first, second] =
    form === 'with'
      ? isAsync
        ? ['__aenter__', '__aexit__']
        : ['__enter__', '__exit__']
      : isAsync
        ? ['__aiter__', '__anext__']
        : ['__iter__', '__next__'];
  for (const of of d.m.evaluate(value, context)) {
    const methods = drawMethod(d, of, first, value.at);
    if (form === 'with') drawMethod(d, of, second, value.at);
    else
      for (const method of methods)
        for (const iterator of d.m.call(method, plainCall(value, context)))
          drawMethod(d, iterator, second, value.at);
  }
}
