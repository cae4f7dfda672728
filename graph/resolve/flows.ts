import { flowsOf, receiverValue } from './assigned.ts';
import type { Values } from './engine.ts';
import type { Arguments, Machine } from './machine.ts';
import type { ParameterModel } from './model.ts';
import { unmarked } from './receiver.ts';
import { constructorOf, type Target } from './targets.ts';
import type { Value } from './value.ts';

/** A parameter that more values than this reach says nothing: whoever calls it passes its own. */
const maxFlows = 6;
const maxConstants = 3;

/** What of the arguments is worth following into a parameter. */
function kept(m: Machine, values: Values, known: Values): Value[] {
  let constants = known.filter(({ t }) => t === 'const').length;
  return values.flatMap((value): Value[] => {
    if (value.t === 'foreign' || value.t === 'external' || value.t === 'argument') return [];
    if (value.t !== 'const') return [unmarked(value)];
    if (value.value === undefined || known.includes(value)) return [];
    constants += 1;
    return constants > maxConstants ? [] : [m.pool.constant(value.type, value.value)];
  });
}

function push(m: Machine, parameter: ParameterModel, call: Arguments, shift: number): void {
  if (parameter.index < shift || receiverValue(parameter)) return;
  const flows = flowsOf(m, parameter);
  if (parameter.facts.annotation || flows.state === 'done') return;
  const values = kept(m, m.argument(parameter, call, shift), flows.values);
  if (values.length > 0) m.engine.add(flows, values, maxFlows);
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
