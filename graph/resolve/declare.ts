import { type EntityId, entityId, type FileEntity } from '../domain/entity.ts';
import type { FunctionScope, Scope } from '../domain/facts.ts';
import { collectBindings } from './bindings.ts';
import { classEntity, methodEntity } from './entities.ts';
import { ClassModel, type FileInput, type FileModel, FunctionModel, type ScopeModel } from './model.ts';
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
  const module = moduleName(input.path, roots);
  const entity = fileEntity(input, module);
  const { path, facts } = input;
  const file: FileModel = {
    path,
    module,
    isPackage: isPackageFile(path),
    facts,
    entity,
    scopes: [],
    variables: new Map(),
  };
  const ordinals = new Ordinals(path);
  const names: Names[] = [];
  for (const scope of facts.scopes) {
    const parent = scope.parent === null ? null : (file.scopes[scope.parent] ?? null);
    const above = (scope.parent === null ? undefined : names[scope.parent]) ?? { nested: '', inClass: null };
    const nested =
      scope.t === 'class' || scope.t === 'function' ? dotted(above.nested, scope.name) : above.nested;
    const id =
      scope.t === 'class' || scope.t === 'function' ? ordinals.next(nested) : (parent?.owner ?? entity.id);
    const model = newScope(file, scope, parent, id);
    file.scopes.push(model);
    define(model, {
      nested: dotted(module, nested),
      parentId: parent?.owner ?? entity.id,
      inClass: above.inClass,
    });
    const inClass = scope.t === 'comprehension' || scope.t === 'lambda' ? null : model.cls;
    names.push({ nested, inClass });
  }
  for (const scope of file.scopes) collectBindings(scope);
  return { file, ordinals };
}

function newScope(file: FileModel, facts: Scope, parent: ScopeModel | null, owner: EntityId): ScopeModel {
  const scope: ScopeModel = {
    file,
    facts,
    parent,
    owner,
    names: new Map(),
    globals: new Set(),
    nonlocals: new Set(),
    stars: [],
    narrowings: [],
    results: [],
    parameters: [],
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
