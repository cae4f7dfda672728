import { callContainer } from './container-methods.ts';
import { nothing, union, type Values } from './engine.ts';
import { callExternal } from './externals.ts';
import { type Arguments, flatMap, type Machine } from './machine.ts';
import type { FunctionModel, ParameterModel, ScopeModel } from './model.ts';
import { withReceiver } from './receiver.ts';
import type { Value } from './value.ts';

/** What calling the value gives. */
export function callValue(m: Machine, value: Value, call: Arguments): Values {
  switch (value.t) {
    case 'class':
      return instantiate(m, value);
    case 'function':
      return substituted(m, value.fn, call, null);
    case 'bound':
      return substituted(m, value.fn, call, value.receiver);
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

/** The result of a call, with what depends on its arguments put in. */
function substituted(m: Machine, fn: FunctionModel, call: Arguments, receiver: Value | null): Values {
  const results = m.result(fn);
  return flatMap(results, (value) => {
    if (value.t === 'argument')
      return value.wraps && call.given.length === 0
        ? nothing
        : passed(m, value.parameter, fn, call, receiver);
    return receiver ? withReceiver(m, value, receiver) : [value];
  });
}

function passed(
  m: Machine,
  parameter: ParameterModel,
  fn: FunctionModel,
  call: Arguments,
  receiver: Value | null,
): Values {
  if (parameter.scope !== fn.scope) return nothing;
  const given = m.argument(parameter, call, receiver ? 1 : 0);
  if (given.length > 0 || !parameter.facts.default) return given;
  return m.evaluate(parameter.facts.default, {
    scope: fn.scope.parent ?? fn.scope,
    step: fn.scope.parentStep,
  });
}

function lambdaResult(m: Machine, scope: ScopeModel, _: Arguments): Values {
  let found: Values = nothing;
  for (const { statement, step } of scope.results)
    if (statement.value) found = union(found, m.evaluate(statement.value, { scope, step }));
  return found;
}
