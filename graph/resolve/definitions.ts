import type { CodeEntity } from '../domain/entity.ts';
import type { Expression } from '../domain/facts.ts';
import type { Machine } from './machine.ts';
import { type Binding, type Context, receiverName } from './model.ts';
import type { Value } from './value.ts';

const deepest = 20;

/** The entities that a binding defines, through imports; nothing for locals, parameters and modules. */
export function definitionsOf(m: Machine, binding: Binding, depth = 0): CodeEntity[] {
  const { source, scope } = binding;
  if (source.t === 'class') return [source.cls.entity];
  if (source.t === 'function') return [source.fn.entity];
  if (source.t === 'value') {
    const { file, cls } = scope;
    const isGlobal = scope.facts.t === 'module' || scope.globals.has(binding.name);
    const found = isGlobal ? file.variables.get(binding.name) : cls?.variables.get(binding.name);
    return found ? [found] : [];
  }
  if (source.t !== 'from' || depth > deepest) return [];
  const { level, module, name } = source.statement;
  const from =
    level > 0 ? m.modules.relative(level, module, scope.file) : m.modules.absolute(module, scope.file);
  if (!from) return [];
  return unique(m.exported(from, name).bindings.flatMap((inner) => definitionsOf(m, inner, depth + 1)));
}

export const unique = (entities: readonly CodeEntity[]): CodeEntity[] => [...new Set(entities)];

/** The entities that `value.name` is defined as. */
export function attributeDefinitions(m: Machine, value: Value, name: string): CodeEntity[] {
  if (value.t === 'module')
    return unique(m.exported(value.module, name).bindings.flatMap((of) => definitionsOf(m, of)));
  if (value.t !== 'instance' && value.t !== 'class') return [];
  const member = m.member(value.cls, name);
  if (!member) return [];
  const variable = member.owner.instanceVariables.get(name);
  const found = member.bindings.flatMap((of) => definitionsOf(m, of));
  return unique(found.length === 0 && variable ? [variable] : found);
}

/**
 * Whether only definitions, imports and the receiver of a method lie between the expression and what it names,
 * so that no value had to be followed.
 */
export function isStatic(m: Machine, of: Expression, context: Context): boolean {
  if (of.t === 'name') {
    if (receiverName(context.scope) === of.id) return true;
    const bindings = m.bindings(of.id, context, of.at[0]);
    return bindings.length === 1 && bindings.every((binding) => isDefinition(m, binding));
  }
  if (of.t === 'attr') return isStatic(m, of.of, context) && staticAttribute(m, of, context);
  if (of.t !== 'call') return false;
  return of.fn.t === 'name' && of.fn.id === 'super';
}

function staticAttribute(m: Machine, of: Extract<Expression, { t: 'attr' }>, context: Context): boolean {
  const owners = m.evaluate(of.of, context);
  if (owners.length !== 1) return false;
  const [owner] = owners;
  if (owner?.t === 'super') return true;
  if (owner?.t === 'module') {
    const { bindings, submodule } = m.exported(owner.module, of.name);
    return bindings.length === 0 ? submodule !== null : bindings.every((binding) => isDefinition(m, binding));
  }
  if (owner?.t !== 'instance' && owner?.t !== 'class') return false;
  const member = m.member(owner.cls, of.name);
  return (
    member !== undefined &&
    member.attributes.length === 0 &&
    member.bindings.every(({ source }) => source.t === 'class' || isPlainMethod(source))
  );
}

/** A property is no method to those who call what it gives. */
const isPlainMethod = (source: Binding['source']): boolean =>
  source.t === 'function' && source.fn.entity.role !== 'property';

function isDefinition(m: Machine, binding: Binding, depth = 0): boolean {
  const { source, scope } = binding;
  if (source.t === 'class' || source.t === 'function' || source.t === 'import') return true;
  if (source.t !== 'from' || depth > deepest) return false;
  const { level, module, name } = source.statement;
  const from =
    level > 0 ? m.modules.relative(level, module, scope.file) : m.modules.absolute(module, scope.file);
  if (!from) return true;
  return m.exported(from, name).bindings.every((inner) => isDefinition(m, inner, depth + 1));
}
