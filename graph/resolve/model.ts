import type {
  ClassEntity,
  CodeEntity,
  EntityId,
  FileEntity,
  MethodEntity,
  VariableEntity,
} from '../domain/entity.ts';
import type {
  ClassScope,
  Expression,
  FileFacts,
  FunctionScope,
  ParameterFacts,
  Scope,
  Statement,
} from '../domain/facts.ts';
import type { Cell } from './engine.ts';
import type { Value } from './value.ts';

export interface FileInput {
  readonly path: string;
  readonly facts: FileFacts;
}

export interface FileModel {
  readonly path: string;
  /** The dotted name under which it is imported. */
  readonly module: string;
  readonly isPackage: boolean;
  readonly facts: FileFacts;
  readonly entity: FileEntity;
  readonly scopes: ScopeModel[];
  /** Of the module, by name. */
  readonly variables: Map<string, VariableEntity>;
}

/** Where an expression stands: names are those bound in `scope` before statement `step`. */
export interface Context {
  readonly scope: ScopeModel;
  readonly step: number;
}

export type BindStatement = Extract<Statement, { t: 'bind' }>;

/** How a value gets from a statement into a name: indices into unpacked targets, outermost first. */
export interface UnpackStep {
  readonly index: number;
  readonly size: number;
  /** Targets after a starred one are counted from the end. */
  readonly star: number;
}

export type BindingSource =
  | { readonly t: 'value'; readonly statement: BindStatement; readonly path: readonly UnpackStep[] }
  | { readonly t: 'parameter'; readonly parameter: ParameterModel }
  | { readonly t: 'import'; readonly statement: Extract<Statement, { t: 'import' }> }
  | { readonly t: 'from'; readonly statement: Extract<Statement, { t: 'from' }> }
  | { readonly t: 'class'; readonly cls: ClassModel }
  | { readonly t: 'function'; readonly fn: FunctionModel };

/** Where a statement stands that need not run whenever its scope does: the innermost branch around it. */
export interface Place {
  readonly fromLine: number;
  readonly untilLine: number;
  readonly leaves: boolean;
  /** First line of the outermost loop around it. */
  readonly loopLine: number | undefined;
}

/** One place that gives a name (or `self.x`, `d["k"]`) a value. */
export interface Binding {
  readonly name: string;
  /** The scope whose statement it is; under `global` another than the one it is kept in. */
  readonly scope: ScopeModel;
  readonly step: number;
  readonly line: number;
  readonly branch: Place | undefined;
  readonly source: BindingSource;
  cell: Cell | undefined;
  /** The entities that it defines; found on first use. */
  definitions: readonly CodeEntity[] | undefined;
}

export interface Narrowing {
  readonly key: string;
  readonly step: number;
  readonly statement: Extract<Statement, { t: 'narrow' }>;
}

export interface ScopeModel {
  readonly file: FileModel;
  readonly facts: Scope;
  readonly parent: ScopeModel | null;
  /** By name, or by reference key for attributes and items. In order of execution. */
  readonly names: Map<string, Binding[]>;
  globals: ReadonlySet<string>;
  nonlocals: ReadonlySet<string>;
  /** This list and the two below grow by `grown`: most are empty. */
  stars: Extract<Statement, { t: 'from' }>[];
  narrowings: Narrowing[];
  /** The innermost definition, class body or file: what relations from here start at. */
  readonly owner: EntityId;
  /** For a class or function scope. */
  cls: ClassModel | null;
  fn: FunctionModel | null;
  /** Where in its parent the expression or definition stands. */
  parentStep: number;
  /** For function and lambda scopes. */
  parameters: readonly ParameterModel[];
  /** Statements that return or yield, with their steps. */
  results: {
    readonly statement: Extract<Statement, { t: 'return' | 'yield' | 'yield-from' }>;
    readonly step: number;
  }[];
}

export class ClassModel {
  readonly value: Value = { t: 'class', cls: this, self: false };
  readonly selfValue: Value = { t: 'class', cls: this, self: true };
  readonly instance: Value = { t: 'instance', cls: this, self: false };
  readonly selfInstance: Value = { t: 'instance', cls: this, self: true };
  /** `self.x = …` in its methods. */
  readonly attributes = new Map<string, Binding[]>();
  readonly variables = new Map<string, VariableEntity>();
  readonly instanceVariables = new Map<string, VariableEntity>();
  readonly scope: ScopeModel;
  readonly facts: ClassScope;
  readonly entity: ClassEntity;
  mro: Linearisation | null = null;
  /** What its body and methods say about an attribute, without its bases; filled on first use. */
  readonly members = new Map<string, Member | null>();

  constructor(scope: ScopeModel, facts: ClassScope, entity: ClassEntity) {
    this.scope = scope;
    this.facts = facts;
    this.entity = entity;
  }
}

/** What a class says about an attribute. */
export interface Member {
  readonly owner: ClassModel;
  readonly name: string;
  /** Bound in the class's body, as seen at its end. */
  readonly bindings: readonly Binding[];
  /** Assigned to the receiver in methods. */
  readonly attributes: readonly Binding[];
  /** Values of the two; made on first use. */
  cells: { readonly bound: Cell; readonly assigned: Cell } | null;
}

/** Classes in the order in which attributes are looked up. */
export interface Linearisation {
  readonly classes: readonly ClassModel[];
  /** A base lies outside, or is unknown: what is not found may be there. */
  readonly open: 'closed' | 'external' | 'unknown';
  readonly externals: readonly string[];
}

export interface ParameterModel {
  readonly facts: ParameterFacts;
  readonly scope: ScopeModel;
  readonly index: number;
  /** What callers pass; made on first use. */
  flows: Cell | null;
  /** Strings and numbers that they pass: apart, since only keys and indices ask for them. */
  constants: Cell | null;
}

export class FunctionModel {
  readonly value: Value = { t: 'function', fn: this };
  readonly scope: ScopeModel;
  readonly facts: FunctionScope;
  readonly entity: MethodEntity;
  readonly owner: ClassModel | null;
  parameters: readonly ParameterModel[] = [];
  /** What a call returns; made on first use. */
  result: Cell | null = null;

  constructor(scope: ScopeModel, facts: FunctionScope, entity: MethodEntity, owner: ClassModel | null) {
    this.scope = scope;
    this.facts = facts;
    this.entity = entity;
    this.owner = owner;
  }
}

/** Shared by all that have none; never pushed to. */
export const noItems: never[] = [];

/** The list with one more item; `noItems` becomes a list of its own. */
export function grown<T>(items: T[], item: T): T[] {
  if (items.length === 0) return [item];
  items.push(item);
  return items;
}

/** `self.x` → `self.x`, `d["k"]` → `d["k"]`; `undefined` for what is no plain reference. */
export function referenceKey(of: Expression): string | undefined {
  if (of.t === 'name') return of.id;
  if (of.t === 'attr') {
    const base = referenceKey(of.of);
    return base && `${base}.${of.name}`;
  }
  if (of.t !== 'item' || of.index.t !== 'const' || of.index.value === undefined) return undefined;
  const base = referenceKey(of.of);
  return base && `${base}[${JSON.stringify(of.index.value)}]`;
}

interface Receiver {
  readonly name: string;
  /** The method whose parameter it is. */
  readonly scope: ScopeModel;
}

/** The receiver (`self`) and its method, where the scope is a method or a function inside one. */
export function receiverOf(scope: ScopeModel): Receiver | undefined {
  for (let at: ScopeModel | null = scope; at && at.facts.t !== 'class'; at = at.parent)
    if (at.fn?.owner) return ownReceiver(at, at.fn);
  return undefined;
}

function ownReceiver(scope: ScopeModel, { entity, facts }: FunctionModel): Receiver | undefined {
  const [first] = facts.parameters;
  if (!first || first.kind === 'keyword') return undefined;
  return entity.role === 'static' || facts.name === '__new__' ? undefined : { name: first.name, scope };
}

export const receiverName = (scope: ScopeModel): string | undefined => receiverOf(scope)?.name;
