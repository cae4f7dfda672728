/**
 * Names an entity within a snapshot, the same in every run: `path` for a file, `path:Qual.name` for what is
 * in it (the name as nested in that file), with `@2`, `@3` … where a name is defined again.
 */
export type EntityId = string & { readonly __brand: 'EntityId' };

/** In a fixed order: stores keep a kind as its place here. */
export const entityKinds = ['file', 'class', 'method', 'variable'] as const;

export type EntityKind = (typeof entityKinds)[number];

/** Lines are 1-based and inclusive, as in a diff. */
export interface Span {
  /** First line, decorators included. */
  readonly startLine: number;
  /** The line of `def`, `class`, or the first binding. */
  readonly defLine: number;
  readonly endLine: number;
}

interface Named {
  readonly id: EntityId;
  readonly name: string;
  /** The dotted name one would import: `package.module.Class.method`. No `<locals>`. */
  readonly qualifiedName: string;
  /** Path of the file it is in: relative to the repository's root, `/` between parts. */
  readonly path: string;
  readonly span: Span;
}

export type ParameterKind = 'positional' | 'normal' | 'var-positional' | 'keyword' | 'var-keyword';

export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Source text. */
  readonly annotation: string | null;
  /** Source text. */
  readonly default: string | null;
}

/** One source file; `qualifiedName` is its module name. Its span covers every line. */
export interface FileEntity extends Named {
  readonly kind: 'file';
  readonly docstring: string | null;
}

/**
 * What is special about a definition: it stands inside an `if`, `try`, `with`, loop or `match` of its parent
 * (`conditional`); one of several for a type checker (`overload`, PEP 484); without a body of its own
 * (`abstract`); it yields (`generator`); a property's part, by its decorator.
 */
export type Trait = 'conditional' | 'overload' | 'abstract' | 'generator' | 'getter' | 'setter' | 'deleter';

interface Traits {
  /** In the order of the type; absent where there are none. */
  readonly traits?: readonly Trait[] | undefined;
}

export interface ClassEntity extends Named, Traits {
  readonly kind: 'class';
  /** The class, method or file it is defined in. */
  readonly parentId: EntityId;
  /** Source text of each base. */
  readonly bases: readonly string[];
  /** Source text of each keyword, `metaclass=Meta`; absent where there are none. */
  readonly keywords?: readonly string[] | undefined;
  readonly decorators: readonly string[];
  readonly docstring: string | null;
}

/** Methods and functions, nested and async ones too. */
export interface MethodEntity extends Named, Traits {
  readonly kind: 'method';
  readonly parentId: EntityId;
  /** `function` outside classes. */
  readonly role: 'function' | 'instance' | 'class' | 'static' | 'property' | 'constructor';
  readonly isAsync: boolean;
  readonly parameters: readonly Parameter[];
  /** Source text of the return annotation. */
  readonly returns: string | null;
  /** One line: `def name(parameters) -> returns`. */
  readonly signature: string;
  readonly decorators: readonly string[];
  readonly docstring: string | null;
}

export interface VariableEntity extends Named {
  readonly kind: 'variable';
  readonly parentId: EntityId;
  readonly scope: 'module' | 'class' | 'instance';
  /** Source text of the first annotation. */
  readonly annotation: string | null;
  /** Source text of the first value, cut at 200 characters. */
  readonly value: string | null;
}

/** Everything the graph can point at. */
export type CodeEntity = FileEntity | ClassEntity | MethodEntity | VariableEntity;

export const entityId = (path: string, nested: string, ordinal = 1): EntityId =>
  (nested === '' ? path : `${path}:${nested}${ordinal > 1 ? `@${ordinal}` : ''}`) as EntityId;
