import { isGiven } from './arguments.ts';
import { flowsOf, receiverValue } from './assigned.ts';
import { nothing, type Values } from './engine.ts';
import type { Arguments, Machine } from './machine.ts';
import type { ParameterModel } from './model.ts';
import { unmarked } from './receiver.ts';
import { constructorOf, type Target } from './targets.ts';
import type { Value } from './value.ts';

/** A parameter that more values than this reach says nothing: whoever calls it passes its own. */
const maxFlows = 6;
const maxConstants = 3;

const isKey = (value: Value): boolean => value.t === 'const' && value.value !== undefined;

/** What of the arguments is worth following into a parameter. */
function kept(m: Machine, values: Values): Values {
  const [only, second] = values;
  if (only && !second && (only.t === 'foreign' || only.t === 'const') && !m.asRun) return nothing;
  return values.flatMap((value): Values => {
    const { t } = value;
    if (m.asRun && (t === 'foreign' || t === 'external')) return [value];
    return t === 'foreign' || t === 'external' || t === 'argument' || t === 'const'
      ? nothing
      : [unmarked(value)];
  });
}

/** In a run, the default counts for calls that leave the argument out, not for others. */
function passedOrDefault(m: Machine, parameter: ParameterModel, call: Arguments, shift: number): Values {
  const values = m.argument(parameter, call, shift);
  const { default: otherwise } = parameter.facts;
  if (!m.asRun || values.length > 0 || !otherwise || isGiven(parameter, call, shift)) return values;
  const { scope } = parameter;
  return m.evaluate(otherwise, { scope: scope.parent ?? scope, step: scope.parentStep });
}

function push(m: Machine, parameter: ParameterModel, call: Arguments, shift: number): void {
  if (parameter.index < shift || (parameter.facts.annotation && !m.asRun) || receiverValue(parameter)) return;
  const values = passedOrDefault(m, parameter, call, shift);
  if (values.length === 0) return;
  const passed = kept(m, values);
  if (passed.length > 0) m.engine.add(flowsOf(m, parameter), passed, maxFlows);
  const keys = values.filter(isKey);
  if (keys.length === 0) return;
  parameter.constants ??= m.engine.cell(null);
  m.engine.add(parameter.constants, keys, maxConstants);
}

/** Passes the arguments of a call on to what it reaches. */
export function passOn(m: Machine, target: Target, call: Arguments): void {
  if (target.t === 'class') {
    const fn = constructorOf(m, target.cls);
    if (fn) for (const parameter of fn.parameters) push(m, parameter, call, 1);
    return;
  }
  const { before } = target;
  const full = before.length > 0 ? { ...call, given: [...before, ...call.given] } : call;
  const parameters = target.t === 'lambda' ? target.scope.parameters : target.fn.parameters;
  for (const parameter of parameters) push(m, parameter, full, target.t === 'lambda' ? 0 : target.shift);
}
