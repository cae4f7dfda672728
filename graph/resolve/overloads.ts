import type { Expression } from '../domain/facts.ts';
import type { Values } from './engine.ts';
import { decoratorName } from './entities.ts';
import type { Arguments, Machine } from './machine.ts';
import type { Context, FunctionModel, ParameterModel } from './model.ts';
import type { Value } from './value.ts';

const none: readonly FunctionModel[] = [];

const isOverload = ({ facts }: FunctionModel): boolean =>
  facts.decoratorTexts.some((text) => decoratorName(text) === 'overload');

/**
 * The overloads (PEP 484) of a function that a call may be of, by the number and the known types of its arguments:
 * the first that surely fits, or all that may. Empty where there are none, or none fits.
 */
export function overloadsFor(
  m: Machine,
  fn: FunctionModel,
  call: Arguments,
  shift: number,
): readonly FunctionModel[] {
  const siblings = fn.scope.parent?.names.get(fn.facts.name);
  if (!siblings || siblings.length < 2) return none;
  const found: FunctionModel[] = [];
  for (const { source } of siblings) {
    if (source.t !== 'function' || !isOverload(source.fn)) continue;
    const fit = fitOf(m, source.fn, call, shift);
    if (fit !== 'no') found.push(source.fn);
    if (fit === 'yes' && found.length === 1) return found;
  }
  return found;
}

type Fit = 'yes' | 'maybe' | 'no';

function fitOf(m: Machine, fn: FunctionModel, call: Arguments, shift: number): Fit {
  const spread = call.args.some(({ t }) => t === 'star') || call.keywords.some(([key]) => key === null);
  if (!spread && !hasPlaces(fn, call, shift)) return 'no';
  const context: Context = { scope: fn.scope.parent ?? fn.scope, step: fn.scope.parentStep };
  const named = fn.parameters.filter(
    (parameter) => !parameter.facts.kind.startsWith('var') && isGiven(parameter, call, shift),
  );
  const fits = named.map((parameter): Fit => {
    const { annotation } = parameter.facts;
    return annotation ? accepts(m, annotation, context, m.argument(parameter, call, shift)) : 'maybe';
  });
  if (fits.includes('no')) return 'no';
  return spread || fits.includes('maybe') ? 'maybe' : 'yes';
}

function isGiven(
  { index, facts }: ParameterModel,
  { given, args, keywords }: Arguments,
  shift: number,
): boolean {
  if (index < shift) return false;
  const isPlaced = facts.kind !== 'keyword' && index - shift < given.length + args.length;
  return isPlaced || keywords.some(([key]) => key === facts.name);
}

/** Whether every argument has a parameter, and every parameter without default an argument. */
function hasPlaces({ parameters }: FunctionModel, call: Arguments, shift: number): boolean {
  const own = parameters.slice(shift);
  const has = (kind: string): boolean => own.some(({ facts }) => facts.kind === kind);
  const places = own.filter(({ facts: { kind } }) => kind === 'positional' || kind === 'normal').length;
  if (!has('var-positional') && call.given.length + call.args.length > places) return false;
  const names = new Set(own.map(({ facts }) => facts.name));
  if (!has('var-keyword') && call.keywords.some(([key]) => key !== null && !names.has(key))) return false;
  return own.every(
    (parameter) =>
      parameter.facts.default !== null ||
      parameter.facts.kind.startsWith('var') ||
      isGiven(parameter, call, shift),
  );
}

/** Whether values fit an annotation; `maybe` where either says too little. */
function accepts(m: Machine, of: Expression, context: Context, values: Values): Fit {
  const literals = literalsOf(m, of, context);
  if (literals) return fitsLiterals(literals, values);
  const types = m.annotation(of, context);
  if (values.length === 0 || types.length === 0) return 'maybe';
  const fits = values.map((value) => {
    const each = types.map((type) => fitsType(m, value, type));
    return each.includes('yes') ? 'yes' : each.includes('maybe') ? 'maybe' : 'no';
  });
  if (fits.every((fit) => fit === 'yes')) return 'yes';
  return fits.every((fit) => fit === 'no') ? 'no' : 'maybe';
}

/** The values of `Literal[…]` (PEP 586), where they are strings or numbers. */
function literalsOf(m: Machine, of: Expression, context: Context): readonly unknown[] | undefined {
  if (of.t !== 'item') return undefined;
  if (!m.evaluate(of.of, context).some((head) => head.t === 'external' && head.path.endsWith('.Literal')))
    return undefined;
  const items = of.index.t === 'tuple' ? of.index.items : [of.index];
  const values = items.map((item) => (item.t === 'const' ? item.value : undefined));
  return values.includes(undefined) ? undefined : values;
}

function fitsLiterals(literals: readonly unknown[], values: Values): Fit {
  const constants = values.map((value) => (value.t === 'const' ? value.value : undefined));
  if (values.length === 0 || constants.includes(undefined)) return 'maybe';
  if (constants.every((value) => literals.includes(value))) return 'yes';
  return constants.some((value) => literals.includes(value)) ? 'maybe' : 'no';
}

const plain = /^builtins\.(str|int|float|bool|bytes|complex|slice|range)$/;
const wider: Readonly<Record<string, readonly string[]>> = {
  int: ['bool'],
  float: ['int', 'bool'],
  complex: ['float', 'int', 'bool'],
};

function fitsType(m: Machine, value: Value, type: Value): Fit {
  if (type.t === 'instance') return fitsClass(m, value, type);
  if (type.t === 'const')
    return value.t === 'const' ? (value.type === type.type ? 'yes' : 'no') : unlike(value);
  if (type.t === 'foreign') return fitsOutside(value, type.path);
  if (type.t === 'container') return fitsContainer(value, type);
  if (type.t === 'class') return value.t === 'class' ? 'maybe' : unlike(value);
  return 'maybe';
}

/** Of a value that is no such thing: `no` where it is known what it is instead. */
const unlike = ({ t }: Value): Fit =>
  t === 'foreign' || t === 'external' || t === 'argument' ? 'maybe' : 'no';

function fitsClass(m: Machine, value: Value, type: Extract<Value, { t: 'instance' }>): Fit {
  if (value.t !== 'instance') return value.t === 'const' || value.t === 'container' ? 'no' : 'maybe';
  const { classes, open } = m.linearise(value.cls);
  if (classes.includes(type.cls)) return 'yes';
  return open === 'closed' ? 'no' : 'maybe';
}

function fitsOutside(value: Value, path: string): Fit {
  if (path.endsWith('.Hashable')) return fitsHashable(value);
  if (!plain.test(path)) return 'maybe';
  const type = plainType(value);
  if (type === undefined) return unlike(value);
  const name = path.slice('builtins.'.length);
  return type === name || wider[name]?.includes(type) ? 'yes' : 'no';
}

function fitsHashable(value: Value): Fit {
  if (value.t === 'container') return value.of === 'tuple' ? 'maybe' : 'no';
  return value.t === 'const' || value.t === 'instance' ? 'yes' : 'maybe';
}

function plainType(value: Value): string | undefined {
  if (value.t === 'const') return value.type;
  return value.t === 'foreign' && plain.test(value.path) ? value.path.slice('builtins.'.length) : undefined;
}

function fitsContainer(value: Value, type: Extract<Value, { t: 'container' }>): Fit {
  if (value.t === 'const') return type.of === 'generator' && value.type === 'str' ? 'yes' : 'no';
  if (value.t !== 'container') return value.t === 'instance' || value.t === 'foreign' ? 'maybe' : 'no';
  return value.of === type.of || type.of === 'generator' ? 'yes' : 'no';
}
