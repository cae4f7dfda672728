import { flowsOf } from '../assigned.ts';
import type { Values } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { ClassModel } from '../model.ts';
import type { Value } from '../value.ts';
import { methodName, outsideName, type ScopeNames } from './names.ts';

/** Instances whose `__call__` is an instance again, partials of partials: deeper than this nothing is followed. */
const deepest = 5;

/** The names of what calling a value runs. */
export function calleesOf(m: Machine, names: ScopeNames, value: Value, depth = 0): readonly string[] {
  if (depth > deepest) return [];
  const each = (values: Values): readonly string[] =>
    values.flatMap((of) => calleesOf(m, names, of, depth + 1));
  switch (value.t) {
    case 'function':
    case 'bound':
      return [names.of(value.fn.scope)];
    case 'lambda':
      return [names.of(value.scope)];
    case 'class':
      return constructorNames(m, names, value.cls);
    case 'instance':
      return m.member(value.cls, '__call__') ? each(m.attribute(value, '__call__', value.cls)) : [];
    case 'partial':
      return each([value.of]);
    case 'argument':
      return each(m.engine.read(flowsOf(m, value.parameter)).filter(({ t }) => t !== 'argument'));
    case 'external':
      return told(outsideName(value.path));
    case 'container-method':
      return told(methodName(value.container.of, value.name));
    default:
      return [];
  }
}

const told = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name]);

/** What making an instance runs: `__init__` as the order of lookup finds it, and `__new__` where the project has one. */
export function constructorNames(m: Machine, names: ScopeNames, cls: ClassModel): readonly string[] {
  const own = ['__new__', '__init__'].flatMap((name) =>
    m.member(cls, name)
      ? m.attribute(cls.instance, name, cls).flatMap((of) => calleesOf(m, names, of, deepest))
      : [],
  );
  if (m.member(cls, '__init__')) return own;
  const outside = m.linearise(cls).externals.filter((path) => !path.startsWith('builtins.'));
  return [...own, ...outside.flatMap((path) => told(outsideName(path === '' ? '' : `${path}.__init__`)))];
}
