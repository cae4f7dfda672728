import { flowsOf } from './assigned.ts';
import type { Values } from './engine.ts';
import type { Machine } from './machine.ts';
import type { ClassModel, FunctionModel, ParameterModel, ScopeModel } from './model.ts';
import type { Value } from './value.ts';

/** What a call reaches. */
export type Target =
  | {
      readonly t: 'function';
      readonly fn: FunctionModel;
      readonly shift: number;
      readonly before: readonly Values[];
    }
  | { readonly t: 'lambda'; readonly scope: ScopeModel; readonly before: readonly Values[] }
  | { readonly t: 'class'; readonly cls: ClassModel };

const method = (m: Machine, cls: ClassModel, name: string): FunctionModel | undefined => {
  const source = m.member(cls, name)?.bindings[0]?.source;
  return source?.t === 'function' ? source.fn : undefined;
};

/** The constructor that creating an instance of the class runs. */
export const constructorOf = (m: Machine, cls: ClassModel): FunctionModel | undefined =>
  method(m, cls, '__init__');

/** The functions and classes that calling the value runs. */
export function targetsOf(m: Machine, value: Value, before: readonly Values[] = [], depth = 0): Target[] {
  if (depth > 5) return [];
  switch (value.t) {
    case 'function':
      return [{ t: 'function', fn: value.fn, shift: 0, before }];
    case 'bound':
      return [{ t: 'function', fn: value.fn, shift: 1, before }];
    case 'lambda':
      return [{ t: 'lambda', scope: value.scope, before }];
    case 'class':
      return [{ t: 'class', cls: value.cls }];
    case 'instance':
      return m
        .attribute(value, '__call__', value.cls)
        .flatMap((of) => (of.t === 'instance' ? [] : targetsOf(m, of, before, depth + 1)));
    case 'partial': {
      const given = value.args.map((arg) => m.evaluate(arg, value.context));
      return targetsOf(m, value.of, [...given, ...before], depth + 1);
    }
    case 'argument':
      return argumentTargets(m, value.parameter, before, depth);
    default:
      return [];
  }
}

function argumentTargets(
  m: Machine,
  parameter: ParameterModel,
  before: readonly Values[],
  depth: number,
): Target[] {
  const values = m.engine.read(flowsOf(m, parameter));
  return values.flatMap((value) => (value.t === 'argument' ? [] : targetsOf(m, value, before, depth + 1)));
}
