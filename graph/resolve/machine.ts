import type { CodeEntity } from '../domain/entity.ts';
import type { Expression } from '../domain/facts.ts';
import type { Engine, Values } from './engine.ts';
import type { GivenAttributes } from './given-attributes.ts';
import type {
  Binding,
  ClassModel,
  Context,
  FileModel,
  FunctionModel,
  Linearisation,
  Member,
  ParameterModel,
} from './model.ts';
import type { Modules, Package } from './modules.ts';
import type { Value, ValuePool } from './value.ts';

/** The arguments of a call, unevaluated. */
export interface Arguments {
  readonly place: object;
  readonly args: readonly Expression[];
  readonly keywords: readonly (readonly [name: string | null, value: Expression])[];
  readonly context: Context;
  /** Values that come before `args` and have no expression: a decorated function, a partial's own arguments. */
  readonly given: readonly Values[];
}

/** The parts of evaluation, which call each other. */
export interface Machine {
  /**
   * Values are followed as a run would have them, for a call graph: also those from outside the repository, and a
   * decorated function is what its decorators return. Else they are followed as a reader looks for definitions.
   */
  readonly asRun: boolean;
  readonly given: GivenAttributes;
  readonly engine: Engine;
  readonly pool: ValuePool;
  readonly modules: Modules;
  readonly files: readonly FileModel[];
  evaluate(of: Expression, context: Context): Values;
  /** What a binding gives its name. */
  bound(binding: Binding): Values;
  /** As `evaluate`, of an index or key: constants that callers pass for a parameter are followed too. */
  key(of: Expression, context: Context): Values;
  name(name: string, context: Context, line: number): Values;
  /** The bindings that a name may have where it is used; empty for builtins and unknown names. */
  bindings(name: string, context: Context, line: number): readonly Binding[];
  /** The bindings of a module's name as importers see it. */
  exported(module: Package, name: string): Export;
  exportedValues(module: Package, name: string): Values;
  annotation(of: Expression, context: Context): Values;
  linearise(cls: ClassModel): Linearisation;
  /** Classes that inherit it, near or far. */
  subclasses(cls: ClassModel): readonly ClassModel[];
  member(cls: ClassModel, name: string): Member | undefined;
  attribute(value: Value, name: string, place: object): Values;
  item(value: Value, index: Expression | null, place: Expression, context: Context): Values;
  elements(value: Value, place: object): Values;
  entered(value: Value, place: object): Values;
  call(value: Value, call: Arguments): Values;
  argument(parameter: ParameterModel, call: Arguments, shift: number): Values;
  result(fn: FunctionModel): Values;
  decorated(fn: FunctionModel): Values;
}

export interface Export {
  readonly bindings: readonly Binding[];
  readonly submodule: Package | null;
  /** The name may come from a star import of something outside the repository. */
  readonly outside: boolean;
}

export type EntityOf = (binding: Binding) => CodeEntity | undefined;

/** `values` with each replaced by what `map` gives. */
export function flatMap(values: Values, map: (value: Value) => Values): Values {
  const [first] = values;
  if (first === undefined) return values;
  if (values.length === 1) return map(first);
  const found = new Set<Value>();
  for (const value of values) for (const next of map(value)) found.add(next);
  return [...found].slice(0, 16);
}
