import { callContainer } from './container-methods.ts';
import { nothing, union, type Values } from './engine.ts';
import { callExternal } from './externals.ts';
import { type Arguments, flatMap, type Machine } from './machine.ts';
import type { FunctionModel, ScopeModel } from './model.ts';
import { overloadsFor } from './overloads.ts';
import { withReceiver } from './receiver.ts';
import type { Value } from './value.ts';

/** What calling the value gives. */
export function callValue(m: Machine, value: Value, call: Arguments): Values {
  switch (value.t) {
    case 'class':
      return instantiate(m, value);
    case 'function':
      return results(m, value.fn, call, null);
    case 'bound':
      return results(m, value.fn, call, value.receiver);
    case 'lambda':
      return lambdaResult(m, value.scope, call);
    case 'instance':
      return flatMap(m.attribute(value, '__call__', call.place), (method) =>
        method.t === 'instance' ? nothing : m.call(method, call),
      );
    case 'partial': {
      const before = value.args.map((arg) => m.evaluate(arg, value.context));
      return m.call(value.of, { ...call, given: [...before, ...call.given] });
    }
    case 'external':
      return callExternal(m, value.path, call);
    case 'container-method':
      return callContainer(m, value, call);
    case 'callable':
      return m.engine.read(value.returns);
    case 'foreign':
    case 'const':
    case 'container':
      return [m.pool.foreign()];
    default:
      return nothing;
  }
}

function instantiate(m: Machine, value: Extract<Value, { t: 'class' }>): Values {
  const isMeta = m.linearise(value.cls).externals.includes('builtins.type');
  return isMeta ? nothing : [value.self ? value.cls.selfInstance : value.cls.instance];
}

function results(m: Machine, fn: FunctionModel, call: Arguments, receiver: Value | null): Values {
  const overloads = overloadsFor(m, fn, call, receiver ? 1 : 0);
  if (overloads.length === 0) return substituted(m, fn, call, receiver);
  let found: Values = nothing;
  for (const overload of overloads) found = union(found, substituted(m, overload, call, receiver));
  return found;
}

/** The result of a call, with what depends on its arguments put in. */
function substituted(m: Machine, fn: FunctionModel, call: Arguments, receiver: Value | null): Values {
  return flatMap(m.result(fn), (value) => {
    if (value.t === 'argument')
      return value.wraps && call.given.length === 0 ? nothing : passed(m, value, fn, call, receiver);
    return receiver ? withReceiver(m, value, receiver) : [value];
  });
}

function passed(
  m: Machine,
  { parameter, made }: Extract<Value, { t: 'argument' }>,
  fn: FunctionModel,
  call: Arguments,
  receiver: Value | null,
): Values {
  if (parameter.scope !== fn.scope) return nothing;
  const given = m.argument(parameter, call, receiver ? 1 : 0);
  const outer = { scope: fn.scope.parent ?? fn.scope, step: fn.scope.parentStep };
  const { annotation, default: otherwise } = parameter.facts;
  if (made) return flatMap(given.length > 0 || !annotation ? given : m.annotation(annotation, outer), asMade);
  if (given.length > 0) return given;
  if (otherwise) return m.evaluate(otherwise, outer);
  return annotation ? m.annotation(annotation, outer) : nothing;
}

const asMade = (value: Value): Values => (value.t === 'class' ? [value.cls.instance] : nothing);

function lambdaResult(m: Machine, scope: ScopeModel, _: Arguments): Values {
  let found: Values = nothing;
  for (const { statement, step } of scope.results)
    if (statement.value) found = union(found, m.evaluate(statement.value, { scope, step }));
  return found;
}
