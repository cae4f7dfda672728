import type { Expression } from '../domain/facts.ts';
import type { Cell, Values } from './engine.ts';
import type { ClassModel, Context, FunctionModel, ParameterModel, ScopeModel } from './model.ts';
import type { Package } from './modules.ts';

/** What an expression may evaluate to. Values are interned, so they are compared by identity. */
export type Value =
  /** A class; `self` marks the class of the receiver, which may be a subclass. */
  | { readonly t: 'class'; readonly cls: ClassModel; readonly self: boolean }
  | { readonly t: 'instance'; readonly cls: ClassModel; readonly self: boolean }
  | { readonly t: 'function'; readonly fn: FunctionModel }
  | { readonly t: 'bound'; readonly fn: FunctionModel; readonly receiver: Value }
  | { readonly t: 'lambda'; readonly scope: ScopeModel }
  | { readonly t: 'module'; readonly module: Package }
  /** A module, class or function from outside the repository, by its dotted name. */
  | { readonly t: 'external'; readonly path: string }
  /** Something made by outside code; `path` is its type where known, else empty. */
  | { readonly t: 'foreign'; readonly path: string }
  | { readonly t: 'const'; readonly type: string; readonly value: string | number | undefined }
  | Container
  /** A method of a container. */
  | { readonly t: 'container-method'; readonly container: Container; readonly name: string }
  | {
      readonly t: 'partial';
      readonly of: Value;
      readonly args: readonly Expression[];
      readonly context: Context;
    }
  | { readonly t: 'super'; readonly cls: ClassModel; readonly receiver: Value }
  /** What calling gives, by annotation (`Callable[..., X]`). */
  | { readonly t: 'callable'; readonly returns: Cell }
  /**
   * Whatever a caller passes for the parameter: only in the results of its function. `wraps` marks what
   * `functools.wraps` says of a wrapper: true where it is applied as a decorator, not where its result is a value.
   * `made` stands for an instance of the class that is passed.
   */
  | {
      readonly t: 'argument';
      readonly parameter: ParameterModel;
      readonly wraps: boolean;
      readonly made: boolean;
    }
  /** A type variable with its bound or constraints (PEP 484). */
  | { readonly t: 'type-variable'; readonly bounds: readonly Expression[]; readonly context: Context }
  /** A type expression kept for use as an annotation (`Alias = Union[A, B]`). */
  | { readonly t: 'alias'; readonly of: Expression; readonly context: Context };

export type ContainerKind = 'list' | 'tuple' | 'set' | 'dict' | 'generator' | 'awaitable' | 'manager';

/** A value that holds others: by key where that is known, the rest in `rest`. */
export interface Container {
  readonly t: 'container';
  readonly of: ContainerKind;
  readonly parts: Map<string | number, Cell>;
  readonly rest: Cell;
  /** Keys of a dict. */
  readonly keys: Cell | null;
}

export class ValuePool {
  readonly #externals = new Map<string, Value>();
  readonly #foreign = new Map<string, Value>();
  readonly #consts = new Map<string, Value>();
  readonly #bound = new Map<FunctionModel, Map<Value, Value>>();
  readonly #plain = new Map<object, Value>();
  readonly #made = new Map<object, Map<object | string, Value>>();

  external(path: string): Value {
    return intern(this.#externals, path, () => ({ t: 'external', path }));
  }

  foreign(path = ''): Value {
    return intern(this.#foreign, path, () => ({ t: 'foreign', path }));
  }

  constant(type: string, value: string | number | undefined): Value {
    if (typeof value === 'string' && value.length > 60) return this.foreign(type);
    return intern(this.#consts, `${type}:${typeof value}:${value}`, () => ({ t: 'const', type, value }));
  }

  bound(fn: FunctionModel, receiver: Value): Value {
    const of = intern(this.#bound, fn, () => new Map<Value, Value>());
    return intern(of, receiver, () => ({ t: 'bound', fn, receiver }));
  }

  /** One value for a place and what it was made from. */
  at<T extends Value>(place: object, from: object | string, make: () => T): T {
    if (from === '') return intern(this.#plain, place, make) as T;
    const of = intern(this.#made, place, () => new Map<object | string, Value>());
    return intern(of, from, make) as T;
  }
}

function intern<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Whether all that is known lies outside the repository. */
export const isOutside = (values: Values): boolean =>
  values.length > 0 &&
  values.every(({ t }) => t === 'external' || t === 'foreign' || t === 'const' || t === 'container');
