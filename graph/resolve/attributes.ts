import { nothing, union, type Values } from './engine.ts';
import { isEnum } from './enums.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Binding, ClassModel, Context, Member } from './model.ts';
import { findSuperMember } from './mro.ts';
import { withReceiver } from './receiver.ts';
import type { Value } from './value.ts';

const dunder = /^__\w+__$/;
const isDeclared = ({ source }: Binding): boolean =>
  source.t === 'value' && source.statement.annotation !== null;

function valuesOf(m: Machine, bindings: readonly Binding[]): Values {
  const declared = bindings.filter(isDeclared);
  let found: Values = nothing;
  for (const binding of declared) found = union(found, m.bound(binding));
  if (found.length > 0) return found;
  for (const binding of bindings) found = union(found, m.bound(binding));
  return found;
}

function cellsOf(m: Machine, member: Member) {
  member.cells ??= {
    bound: m.engine.cell(() => valuesOf(m, member.bindings)),
    assigned: m.engine.cell(() => valuesOf(m, member.attributes)),
  };
  return member.cells;
}

/** A member as read through `receiver`: functions become methods, properties their results (Python data model, descriptors). */
export function memberValues(m: Machine, member: Member, receiver: Value, place: object): Values {
  const { bound, assigned } = cellsOf(m, member);
  const declared = member.bindings.some(isDeclared);
  const fromBody = flatMap(m.engine.read(bound), (value) => bindTo(m, value, receiver, member, place));
  const own = declared && fromBody.length > 0 ? nothing : m.engine.read(assigned);
  if (own.length === 0) return fromBody;
  const kept = fromBody.filter(({ t }) => t !== 'const');
  return union(
    kept,
    flatMap(own, (value) => withReceiver(m, value, receiver)),
  );
}

function bindTo(m: Machine, value: Value, receiver: Value, member: Member, place: object): Values {
  if (value.t === 'function') return bindFunction(m, value, receiver);
  if (value.t === 'instance') return descriptor(m, value, receiver, place);
  if (value.t === 'const' && receiver.t === 'class' && isEnum(m, member.owner))
    return [member.owner.instance];
  return withReceiver(m, value, receiver);
}

function bindFunction(m: Machine, value: Extract<Value, { t: 'function' }>, receiver: Value): Values {
  const { role, name } = value.fn.entity;
  if (role === 'static' || name === '__new__') return [value];
  if (role === 'class') return [m.pool.bound(value.fn, classOf(receiver) ?? receiver)];
  if (receiver.t === 'class') return role === 'property' ? [m.pool.foreign('builtins.property')] : [value];
  if (role !== 'property') return [m.pool.bound(value.fn, receiver)];
  return flatMap(m.result(value.fn), (result) => withReceiver(m, result, receiver));
}

function descriptor(
  m: Machine,
  value: Extract<Value, { t: 'instance' }>,
  receiver: Value,
  place: object,
): Values {
  const get = m.member(value.cls, '__get__');
  if (!get) return [value];
  const context = contextOf(value.cls);
  const given = [
    [receiver.t === 'instance' ? receiver : m.pool.constant('None', undefined)],
    [classOf(receiver) ?? receiver],
  ];
  const call = { place, args: [], keywords: [], context, given };
  const found = flatMap(memberValues(m, get, value, place), (method) => m.call(method, call));
  if (receiver.t !== 'instance') return found;
  // `if obj is None: return self` (or the class) is for those who ask the class.
  const owner = classOf(receiver);
  return found.filter((of) => of !== value && of !== owner);
}

const contextOf = (cls: ClassModel): Context => ({ scope: cls.scope, step: Number.POSITIVE_INFINITY });

/** The class that `type(value)` gives. */
export function classOf(value: Value): Value | undefined {
  if (value.t === 'class') return value;
  if (value.t !== 'instance') return undefined;
  return value.self ? value.cls.selfValue : value.cls.value;
}

function ofInstance(
  m: Machine,
  value: Extract<Value, { t: 'instance' }>,
  name: string,
  place: object,
): Values {
  if (name === '__class__') return [classOf(value) ?? value];
  const member = m.member(value.cls, name);
  if (member) return memberValues(m, member, value, place);
  const below = value.self ? fromSubclasses(m, value, name) : nothing;
  return below.length > 0 ? below : missing(m, value.cls, name);
}

/** More subclasses than this that assign an attribute say nothing about it. */
const maxSubclasses = 4;

/** An attribute that the class itself lacks: what its subclasses assign to it in their methods. */
function fromSubclasses(m: Machine, receiver: Value, name: string): Values {
  if (receiver.t !== 'instance') return nothing;
  const members = m
    .subclasses(receiver.cls)
    .flatMap((cls) => (cls.attributes.has(name) ? (m.member(cls, name) ?? []) : []));
  if (members.length > maxSubclasses) return nothing;
  let found: Values = nothing;
  for (const member of members) found = union(found, memberValues(m, member, member.owner.instance, member));
  return found;
}

/** The attribute as the classes outside the repository that `cls` inherits may have it. */
function inherited(m: Machine, cls: ClassModel, name: string): Values {
  const classes = m.linearise(cls).externals.filter((path) => path !== '' && !path.startsWith('builtins.'));
  return classes.map((path) => m.pool.external(`${path}.${name}`));
}

function missing(m: Machine, cls: ClassModel, name: string): Values {
  const { open } = m.linearise(cls);
  const outside = m.asRun ? inherited(m, cls, name) : nothing;
  if (outside.length > 0) return outside;
  return open === 'external' || dunder.test(name) ? [m.pool.foreign()] : nothing;
}

function ofClass(m: Machine, value: Extract<Value, { t: 'class' }>, name: string, place: object): Values {
  const member = m.member(value.cls, name);
  if (member) return memberValues(m, member, value, place);
  for (const meta of metaclasses(m, value.cls)) {
    const found = m.member(meta, name);
    if (!found) continue;
    return flatMap(memberValues(m, found, meta.instance, place), (bound) =>
      bound.t === 'bound' ? [m.pool.bound(bound.fn, value)] : [bound],
    );
  }
  return missing(m, value.cls, name);
}

function metaclasses(m: Machine, cls: ClassModel): ClassModel[] {
  return m.linearise(cls).classes.flatMap(({ facts, scope: { parent, parentStep } }) => {
    const meta = facts.keywords.find(([key]) => key === 'metaclass')?.[1];
    const values = meta && parent ? m.evaluate(meta, { scope: parent, step: parentStep }) : nothing;
    return values.flatMap((of) => (of.t === 'class' ? [of.cls] : []));
  });
}

/** What `value.name` gives; nothing where that is unknown. */
export function attributeOf(m: Machine, value: Value, name: string, place: object): Values {
  const found = definedAttribute(m, value, name, place);
  if (!m.asRun) return found;
  const above = value.t === 'instance' || value.t === 'class' ? m.linearise(value.cls).classes.slice(1) : [];
  const given = m.given.of(m.engine, value, name, above);
  return given.length === 0
    ? found
    : union(
        found.filter(({ t }) => t !== 'foreign'),
        given,
      );
}

function definedAttribute(m: Machine, value: Value, name: string, place: object): Values {
  switch (value.t) {
    case 'instance':
      return ofInstance(m, value, name, place);
    case 'class':
      return ofClass(m, value, name, place);
    case 'module':
      return m.exportedValues(value.module, name);
    case 'super':
      return ofSuper(m, value, name, place);
    case 'external':
      return [m.pool.external(`${value.path}.${name}`)];
    case 'foreign':
      return [m.pool.external(value.path === '' ? '' : `${value.path}.${name}`)];
    case 'const':
      return [m.pool.external(`builtins.${value.type}.${name}`)];
    case 'container':
      return [m.pool.at(value, name, () => ({ t: 'container-method', container: value, name }))];
    case 'function':
    case 'bound':
      return [m.pool.foreign()];
    case 'partial':
      return name === 'func' ? [value.of] : [m.pool.foreign()];
    default:
      return nothing;
  }
}

function ofSuper(m: Machine, value: Extract<Value, { t: 'super' }>, name: string, place: object): Values {
  const member = superMember(m, value, name);
  if (!member) {
    const outside = m.asRun ? inherited(m, value.cls, name) : nothing;
    if (outside.length > 0) return outside;
    return [name === '__new__' ? m.pool.external('builtins.object.__new__') : m.pool.foreign()];
  }
  return memberValues(m, member, value.receiver, place);
}

export function superMember(
  m: Machine,
  { cls, receiver }: Extract<Value, { t: 'super' }>,
  name: string,
): Member | undefined {
  const of = receiver.t === 'instance' || receiver.t === 'class' ? receiver.cls : cls;
  return findSuperMember(m, cls, of, name);
}
