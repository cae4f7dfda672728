import type { CodeEntity } from '../domain/entity.ts';
import type { Expression } from '../domain/facts.ts';
import { lineAt } from '../domain/position.ts';
import type { Values } from './engine.ts';
import type { Machine } from './machine.ts';
import { type Binding, type Context, receiverName } from './model.ts';
import type { Value } from './value.ts';

const deepest = 20;

const none: readonly CodeEntity[] = [];

/** The entities that a binding defines, through imports; nothing for locals, parameters and modules. */
export function definitionsOf(m: Machine, binding: Binding, depth = 0): readonly CodeEntity[] {
  const { source } = binding;
  if (source.t === 'parameter' || source.t === 'import') return none;
  binding.definitions ??= source.t === 'from' ? taken(m, binding, source.statement, depth) : defined(binding);
  return binding.definitions;
}

function defined({ source, scope, name }: Binding): readonly CodeEntity[] {
  if (source.t === 'class') return [source.cls.entity];
  if (source.t === 'function') return [source.fn.entity];
  const { file, cls } = scope;
  const isGlobal = scope.facts.t === 'module' || scope.globals.has(name);
  const found = isGlobal ? file.variables.get(name) : cls?.variables.get(name);
  return found ? [found] : none;
}

type From = Extract<Binding['source'], { t: 'from' }>['statement'];

function taken(
  m: Machine,
  { scope }: Binding,
  { level, module, name }: From,
  depth: number,
): readonly CodeEntity[] {
  if (depth > deepest) return none;
  const from =
    level > 0 ? m.modules.relative(level, module, scope.file) : m.modules.absolute(module, scope.file);
  if (!from) return none;
  return unique(m.exported(from, name).bindings.flatMap((inner) => definitionsOf(m, inner, depth + 1)));
}

export const unique = (entities: readonly CodeEntity[]): readonly CodeEntity[] =>
  entities.length < 2 ? entities : [...new Set(entities)];

/** What all the bindings define. */
export function allDefinitions(m: Machine, bindings: readonly Binding[]): readonly CodeEntity[] {
  const [only, second] = bindings;
  if (!only) return none;
  return second ? unique(bindings.flatMap((of) => definitionsOf(m, of))) : definitionsOf(m, only);
}

/** The entities that `value.name` is defined as. */
export function attributeDefinitions(m: Machine, value: Value, name: string): readonly CodeEntity[] {
  if (value.t === 'module') return allDefinitions(m, m.exported(value.module, name).bindings);
  if (value.t !== 'instance' && value.t !== 'class') return none;
  const member = m.member(value.cls, name);
  if (!member) return none;
  const variable = member.owner.instanceVariables.get(name);
  const found = allDefinitions(m, member.bindings);
  return found.length === 0 && variable ? [variable] : found;
}

/**
 * Whether only definitions, imports and the receiver of a method lie between the expression and what it names,
 * so that no value had to be followed.
 */
export function isStatic(m: Machine, of: Expression, context: Context): boolean {
  if (of.t === 'name') {
    if (receiverName(context.scope) === of.id) return true;
    const bindings = m.bindings(of.id, context, lineAt(of.at));
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

/** What `value.name` is defined as, for each value that an owner may be. */
export function memberDefinitions(m: Machine, owners: Values, name: string): readonly CodeEntity[] {
  const [only, second] = owners;
  if (!only) return none;
  return second
    ? unique(owners.flatMap((owner) => attributeDefinitions(m, owner, name)))
    : attributeDefinitions(m, only, name);
}
