import type { Values } from './engine.ts';
import type { Machine } from './machine.ts';
import type { ClassModel, Linearisation, Member } from './model.ts';
import { settled } from './names.ts';

interface Bases {
  readonly classes: readonly ClassModel[];
  readonly externals: readonly string[];
  readonly unknown: boolean;
}

const everyClass = new Set(['builtins.object', 'typing.Generic', 'typing.Protocol', 'abc.ABC']);

/** The classes that a class's bases evaluate to; bases do not change while it is resolved. */
export function basesOf(m: Machine, cls: ClassModel): Bases {
  const { parent, parentStep } = cls.scope;
  if (!parent) return { classes: [], externals: [], unknown: false };
  const values = cls.facts.bases.map((base) => m.evaluate(base, { scope: parent, step: parentStep }));
  const classes: ClassModel[] = [];
  const externals: string[] = [];
  for (const of of values) readBase(of, cls, classes, externals);
  return { classes, externals, unknown: values.some((of) => of.length === 0) };
}

function readBase(of: Values, cls: ClassModel, classes: ClassModel[], externals: string[]): void {
  for (const value of of) {
    if (value.t === 'class' && value.cls !== cls && !classes.includes(value.cls)) classes.push(value.cls);
    else if (value.t === 'external' || value.t === 'foreign') externals.push(value.path);
  }
}

function merge(lists: ClassModel[][]): ClassModel[] | undefined {
  const merged: ClassModel[] = [];
  let left = lists.filter((list) => list.length > 0);
  while (left.length > 0) {
    const head = left
      .map(([first]) => first)
      .find((first) => !left.some((list) => list.indexOf(first as ClassModel) > 0));
    if (!head) return undefined;
    merged.push(head);
    left = left.map((list) => (list[0] === head ? list.slice(1) : list)).filter((list) => list.length > 0);
  }
  return merged;
}

const busy = new Set<ClassModel>();
const longest = 64;

/** The C3 linearisation (Python 2.3 MRO note); where there is none, bases in the order in which they stand. */
export function linearise(m: Machine, cls: ClassModel): Linearisation {
  if (cls.mro) return cls.mro;
  if (busy.has(cls) || busy.size > longest) return { classes: [cls], open: 'unknown', externals: [] };
  busy.add(cls);
  try {
    cls.mro = computed(m, cls);
    return cls.mro;
  } finally {
    busy.delete(cls);
  }
}

function computed(m: Machine, cls: ClassModel): Linearisation {
  const { classes, externals, unknown } = basesOf(m, cls);
  const above = classes.map((base) => linearise(m, base));
  const lists = above.map((line) => [...line.classes]);
  const merged = merge([...lists, [...classes]]) ?? [...new Set(lists.flat())];
  const outside = [...externals, ...above.flatMap((line) => line.externals)];
  const strange = outside.some((path) => !everyClass.has(path));
  const open = strange
    ? 'external'
    : unknown || above.some((line) => line.open === 'unknown')
      ? 'unknown'
      : 'closed';
  return {
    classes: [cls, ...merged.filter((base) => base !== cls)],
    open,
    externals: [...new Set(outside)],
  };
}

function ownMember(cls: ClassModel, name: string): Member | null {
  const found = cls.members.get(name);
  if (found !== undefined) return found;
  const bindings = cls.scope.names.get(name);
  const attributes = cls.attributes.get(name);
  const member =
    bindings || attributes
      ? {
          owner: cls,
          name,
          bindings: bindings ? readable(settled(bindings, cls.scope), bindings) : [],
          attributes: attributes ?? [],
          cells: null,
        }
      : null;
  cls.members.set(name, member);
  return member;
}

/** A property is read through its getter, not through the setter that was defined last. */
function readable(found: Member['bindings'], all: Member['bindings']): Member['bindings'] {
  const isAccessor = found.some(
    ({ source }) =>
      source.t === 'function' &&
      source.fn.facts.decoratorTexts.some((text) => /\.(setter|deleter)$/.test(text)),
  );
  if (!isAccessor) return found;
  const getter = all.find(({ source }) => source.t === 'function' && source.fn.entity.role === 'property');
  return getter ? [getter] : found;
}

/** Looks the attribute up in the class and its bases, in order. */
export function findMember(m: Machine, cls: ClassModel, name: string): Member | undefined {
  for (const at of linearise(m, cls).classes) {
    const member = ownMember(at, name);
    if (member) return member;
  }
  return undefined;
}

/** The first class after `cls` in the receiver's order of lookup that has the attribute, as `super()` finds it. */
export function findSuperMember(
  m: Machine,
  cls: ClassModel,
  receiver: ClassModel,
  name: string,
): Member | undefined {
  const order = linearise(m, receiver).classes;
  const line = order.includes(cls) ? order : linearise(m, cls).classes;
  for (const at of line.slice(line.indexOf(cls) + 1)) {
    const member = ownMember(at, name);
    if (member) return member;
  }
  return undefined;
}
