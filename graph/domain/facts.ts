/**
 * What one file says, before any other file is known. Facts hold no path and no module name: they depend on
 * the bytes alone, so they are cached by content hash. `graph/resolve` turns the facts of all files into a graph.
 *
 * They are a small syntax tree of what resolution reads: scopes, and in each scope, in order of execution,
 * the statements that bind, use, return or narrow.
 */

import type { Position } from './position.ts';
import type { TermCounts } from './term-counts.ts';

/** Index into `FileFacts.scopes`; 0 is the module. */
export type ScopeIndex = number;

/** An expression. `at` is where a reader would look: a name's start, an attribute's name, a call's callee. */
export type Expression =
  | { readonly t: 'name'; readonly id: string; readonly at: Position }
  | { readonly t: 'attr'; readonly of: Expression; readonly name: string; readonly at: Position }
  | {
      readonly t: 'call';
      readonly fn: Expression;
      readonly args: readonly Expression[];
      readonly keywords: readonly (readonly [name: string | null, value: Expression])[];
      readonly at: Position;
    }
  | { readonly t: 'item'; readonly of: Expression; readonly index: Expression; readonly at: Position }
  /** A literal; `type` is the builtin's name (`str`, `int`, `float`, `bytes`, `bool`, `None`, `Ellipsis`). */
  | {
      readonly t: 'const';
      readonly type: string;
      readonly value?: string | number | undefined;
      readonly at: Position;
    }
  /** Of collections with more than 256 items, those further on that are constants are left out. */
  | { readonly t: 'tuple' | 'list' | 'set'; readonly items: readonly Expression[]; readonly at: Position }
  | {
      readonly t: 'dict';
      /** A `null` key is `**value`. */
      readonly entries: readonly (readonly [key: Expression | null, value: Expression])[];
      readonly at: Position;
    }
  /** `*x`. */
  | { readonly t: 'star'; readonly of: Expression; readonly at: Position }
  | { readonly t: 'lambda'; readonly scope: ScopeIndex; readonly at: Position }
  /**
   * A comprehension or generator: its clauses are statements of its scope, the element is its `return` (a `tuple`
   * of key and value for a dict). Python evaluates the first clause's iterable in the parent scope.
   */
  | {
      readonly t: 'comp';
      readonly of: 'list' | 'set' | 'dict' | 'generator';
      readonly scope: ScopeIndex;
      readonly at: Position;
    }
  | { readonly t: 'await'; readonly of: Expression; readonly at: Position }
  /** One of these: `a or b`, `a and b` (`op` tells which), `x if c else y` (the test comes as `test`). */
  | {
      readonly t: 'choice';
      readonly op?: 'and' | 'or' | undefined;
      readonly options: readonly Expression[];
      readonly test?: Expression | undefined;
      readonly at: Position;
    }
  | {
      readonly t: 'binary';
      readonly op: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: Position;
    }
  /** `name := value`; the binding stands as a statement before. */
  | { readonly t: 'walrus'; readonly name: string; readonly value: Expression; readonly at: Position }
  /**
   * Anything else: unary operators, comparisons, f-strings, slices, yields (their value is in the `yield`
   * statement that stands before). `type` where the result's builtin is sure; `op` for `not`, and for `is` and
   * the like where `type(x)` is compared.
   */
  | {
      readonly t: 'other';
      readonly op?: string | undefined;
      readonly parts: readonly Expression[];
      readonly type?: string | undefined;
      readonly at: Position;
    };

/** What an assignment writes to: a name, an attribute, an item, or an unpacking of those. */
export type Target =
  | Extract<Expression, { t: 'name' | 'attr' | 'item' | 'star' }>
  | { readonly t: 'unpack'; readonly items: readonly Target[]; readonly at: Position };

export type BindingForm =
  | 'assign'
  | 'augmented'
  | 'annotation'
  | 'for'
  | 'with'
  | 'except'
  | 'walrus'
  | 'pattern'
  | 'delete';

/**
 * A block of a scope that need not run whenever the scope does: of an `if`, `try`, `match` or loop, not of a
 * `with`. The target of a `for` belongs to the loop's body, the name of an `except` to its handler.
 */
export interface Branch {
  readonly fromLine: number;
  readonly untilLine: number;
  /** It ends in `return`, `raise`, `break` or `continue`: what it binds is not seen after it. */
  readonly leaves: boolean;
  /** It is the body of a loop. */
  readonly loop: boolean;
  /**
   * For the last block of an `if` with `else`, or of a `match` that takes all: the first line of the first block.
   * Just one of the blocks from there to here runs.
   */
  readonly closes?: number | undefined;
}

export type Statement =
  /** `a = b = v` is two of these with the same value. `line` is the statement's; a target has its own place. */
  | {
      readonly t: 'bind';
      readonly form: BindingForm;
      readonly target: Target;
      /** For `for`, what is iterated; for `with`, the context manager; for `except`, the exception's type. */
      readonly value: Expression | null;
      readonly annotation: Expression | null;
      readonly line: number;
      readonly endLine: number;
      /** Source text of value and annotation, each cut at 200 characters; only in module and class scopes and for attributes. */
      readonly valueText?: string | undefined;
      readonly annotationText?: string | undefined;
      readonly isAsync?: boolean | undefined;
    }
  /**
   * `import name as alias`. `name` is dotted; without `alias` its first part is bound. `at` is the name's place,
   * `line` and `endLine` are the whole statement's.
   */
  | {
      readonly t: 'import';
      readonly name: string;
      readonly alias: string | null;
      readonly at: Position;
      readonly line: number;
      readonly endLine: number;
    }
  /** `from {'.' × level}{module} import name as alias`; `name` is `*` for a star import. */
  | {
      readonly t: 'from';
      readonly level: number;
      readonly module: string;
      readonly name: string;
      readonly alias: string | null;
      readonly at: Position;
      readonly line: number;
      readonly endLine: number;
    }
  /** Defines the class or function of that scope here. */
  | { readonly t: 'define'; readonly scope: ScopeIndex }
  /** An expression evaluated for its effect, or inside a statement that is none of these. */
  | { readonly t: 'use'; readonly value: Expression }
  /** `raise value`: a class is instantiated. A cause (`from`) is a `use`. */
  | { readonly t: 'raise'; readonly value: Expression }
  | {
      readonly t: 'return' | 'yield' | 'yield-from';
      readonly value: Expression | null;
      readonly line: number;
    }
  | { readonly t: 'global' | 'nonlocal'; readonly names: readonly string[] }
  /**
   * From `fromLine` to `untilLine`, `isinstance(of, type)` holds (or does not, when `negated`). Its expressions
   * repeat parts of the test, which comes as a `use`: they are no uses of their own.
   */
  | {
      readonly t: 'narrow';
      readonly of: Expression;
      readonly type: Expression;
      readonly negated: boolean;
      readonly untilLine: number;
      readonly fromLine: number;
    };

export interface ParameterFacts {
  readonly name: string;
  readonly kind: 'positional' | 'normal' | 'var-positional' | 'keyword' | 'var-keyword';
  readonly annotation: Expression | null;
  readonly annotationText: string | null;
  readonly default: Expression | null;
  readonly defaultText: string | null;
  readonly at: Position;
}

interface ScopeBase {
  /** `null` for the module. */
  readonly parent: ScopeIndex | null;
  readonly startLine: number;
  readonly defLine: number;
  readonly endLine: number;
  readonly body: readonly Statement[];
  /** Inside `if`, `try`, `with`, a loop, or `match` of its parent. */
  readonly conditional: boolean;
  /** In order of their first lines, outer before inner. Absent where there are none. */
  readonly branches?: readonly Branch[] | undefined;
  /** Terms of its own text with counts, for search; only for module, class and function scopes. */
  readonly terms: TermCounts;
}

export interface ModuleScope extends ScopeBase {
  readonly t: 'module';
  readonly docstring: string | null;
}

export interface ClassScope extends ScopeBase {
  readonly t: 'class';
  readonly name: string;
  /** Position of the name. */
  readonly at: Position;
  readonly bases: readonly Expression[];
  readonly baseTexts: readonly string[];
  readonly keywords: readonly (readonly [name: string | null, value: Expression])[];
  /** Of each keyword as written, `metaclass=Meta`. */
  readonly keywordTexts: readonly string[];
  readonly decorators: readonly Expression[];
  readonly decoratorTexts: readonly string[];
  readonly docstring: string | null;
}

export interface FunctionScope extends ScopeBase {
  readonly t: 'function';
  readonly name: string;
  readonly at: Position;
  readonly isAsync: boolean;
  readonly parameters: readonly ParameterFacts[];
  readonly returns: Expression | null;
  readonly returnsText: string | null;
  readonly decorators: readonly Expression[];
  readonly decoratorTexts: readonly string[];
  readonly docstring: string | null;
  /** It holds `yield`. */
  readonly isGenerator: boolean;
}

export interface LambdaScope extends ScopeBase {
  readonly t: 'lambda';
  readonly parameters: readonly ParameterFacts[];
}

export interface ComprehensionScope extends ScopeBase {
  readonly t: 'comprehension';
}

export type Scope = ModuleScope | ClassScope | FunctionScope | LambdaScope | ComprehensionScope;

export interface FileFacts {
  readonly scopes: readonly Scope[];
  /** Lines in the file. */
  readonly lines: number;
  /** 1-based lines at which the parser found an error; the rest of the file is still described. */
  readonly errorLines: readonly number[];
  /** 1-based lines at which nesting is deeper than the extractor follows; what is deeper is left out. */
  readonly cutLines?: readonly number[] | undefined;
}
