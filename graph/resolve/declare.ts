import { type EntityId, entityId, type FileEntity } from '../domain/entity.ts';
import type { FunctionScope, Scope } from '../domain/facts.ts';
import { collectBindings } from './bindings.ts';
import { classEntity, methodEntity } from './entities.ts';
import {
  ClassModel,
  type FileInput,
  type FileModel,
  FunctionModel,
  noItems,
  type ScopeModel,
} from './model.ts';
import { isPackageFile, moduleName } from './modules.ts';

/** Gives each definition of a name in a file its own id. */
export class Ordinals {
  readonly #path: string;
  readonly #seen = new Map<string, number>();

  constructor(path: string) {
    this.#path = path;
  }

  next(nested: string): EntityId {
    const ordinal = (this.#seen.get(nested) ?? 0) + 1;
    this.#seen.set(nested, ordinal);
    return entityId(this.#path, nested, ordinal);
  }
}

function fileEntity({ path, facts }: FileInput, module: string): FileEntity {
  const [top] = facts.scopes;
  return {
    kind: 'file',
    id: entityId(path, ''),
    name: path.slice(path.lastIndexOf('/') + 1),
    qualifiedName: module,
    path,
    span: { startLine: 1, defLine: 1, endLine: Math.max(1, facts.lines) },
    docstring: top?.t === 'module' ? top.docstring : null,
  };
}

interface Names {
  /** Nested name within the file, '' for the module. */
  readonly nested: string;
  /** The class whose body this is. */
  readonly inClass: ClassModel | null;
}

const dotted = (left: string, right: string): string => (left === '' ? right : `${left}.${right}`);

/** Classes, functions and the bindings of one file, as models; its entities are in them. */
export function declareFile(
  input: FileInput,
  roots: readonly string[],
): { file: FileModel; ordinals: Ordinals } {
  const { path, facts } = input;
  const module = moduleName(path, roots);
  const entity = fileEntity(input, module);
  const isPackage = isPackageFile(path);
  const file: FileModel = { path, module, isPackage, facts, entity, scopes: [], variables: new Map() };
  const ordinals = new Ordinals(path);
  const names: Names[] = [];
  for (const scope of facts.scopes) names.push(declareScope(file, scope, names, ordinals));
  for (const scope of file.scopes) collectBindings(scope);
  return { file, ordinals };
}

function declareScope(file: FileModel, scope: Scope, names: readonly Names[], ordinals: Ordinals): Names {
  const parent = scope.parent === null ? null : (file.scopes[scope.parent] ?? null);
  const { nested: around, inClass } = names[scope.parent ?? -1] ?? { nested: '', inClass: null };
  const outer = parent?.owner ?? file.entity.id;
  const defines = scope.t === 'class' || scope.t === 'function';
  const nested = defines ? dotted(around, scope.name) : around;
  const model = newScope(file, scope, parent, defines ? ordinals.next(nested) : outer);
  file.scopes.push(model);
  define(model, { nested: dotted(file.module, nested), parentId: outer, inClass });
  return { nested, inClass: model.cls };
}

/** Shared by the many scopes that declare nothing `global` or `nonlocal`. */
const none: ReadonlySet<string> = new Set();

function newScope(file: FileModel, facts: Scope, parent: ScopeModel | null, owner: EntityId): ScopeModel {
  const scope: ScopeModel = {
    file,
    facts,
    parent,
    owner,
    names: new Map(),
    globals: none,
    nonlocals: none,
    stars: noItems,
    narrowings: noItems,
    results: noItems,
    parameters: noItems,
    cls: null,
    fn: null,
    parentStep: Number.POSITIVE_INFINITY,
  };
  if (facts.t === 'function' || facts.t === 'lambda')
    scope.parameters = facts.parameters.map((parameter, index) => ({
      facts: parameter,
      scope,
      index,
      flows: null,
      constants: null,
    }));
  return scope;
}

interface Place {
  readonly nested: string;
  readonly parentId: EntityId;
  readonly inClass: ClassModel | null;
}

function define(scope: ScopeModel, place: Place): void {
  const { facts, file, owner } = scope;
  const at = { id: owner, qualifiedName: place.nested, path: file.path, parentId: place.parentId };
  if (facts.t === 'class') scope.cls = new ClassModel(scope, facts, classEntity(facts, at));
  if (facts.t === 'function') scope.fn = defineFunction(scope, facts, at, place.inClass);
}

type At = Parameters<typeof classEntity>[1];

function defineFunction(
  scope: ScopeModel,
  facts: FunctionScope,
  at: At,
  owner: ClassModel | null,
): FunctionModel {
  const fn = new FunctionModel(scope, facts, methodEntity(facts, at, owner !== null), owner);
  fn.parameters = scope.parameters;
  return fn;
}
