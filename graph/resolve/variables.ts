import type { EntityId, VariableEntity } from '../domain/entity.ts';
import type { Ordinals } from './declare.ts';
import { variableEntity } from './entities.ts';
import type { Binding, ClassModel, FileModel, ScopeModel } from './model.ts';

interface Owner {
  readonly id: EntityId;
  readonly qualifiedName: string;
  readonly path: string;
}

const isName = (key: string): boolean => !key.includes('.') && !key.includes('[');
const isValue = ({ source }: Binding): boolean => source.t === 'value';
const inOrder = (bindings: readonly Binding[]): Binding[] =>
  bindings.filter(isValue).sort((a, b) => a.line - b.line || a.step - b.step);

/** Makes the variables of a file: of the module, of class bodies, and of instances (`self.x = …` in methods). */
export function declareVariables(file: FileModel, ordinals: Ordinals): void {
  for (const scope of file.scopes) {
    if (scope.facts.t === 'module') fill(file.variables, scope, file.entity, 'module', ordinals);
    if (!scope.cls) continue;
    fill(scope.cls.variables, scope, scope.cls.entity, 'class', ordinals);
    declareAttributes(scope.cls, ordinals);
  }
}

function fill(
  into: Map<string, VariableEntity>,
  scope: ScopeModel,
  owner: Owner,
  kind: VariableEntity['scope'],
  ordinals: Ordinals,
): void {
  for (const [name, all] of scope.names) {
    const bindings = isName(name) ? inOrder(all) : [];
    if (bindings.length > 0) into.set(name, make(name, bindings, owner, kind, ordinals));
  }
}

function declareAttributes(cls: ClassModel, ordinals: Ordinals): void {
  for (const [name, all] of cls.attributes) {
    const bindings = inOrder(all.filter(({ scope }) => fromInstance(scope)));
    if (bindings.length > 0)
      cls.instanceVariables.set(name, make(name, bindings, cls.entity, 'instance', ordinals));
  }
}

/** Not what a class method writes to `cls`. */
function fromInstance(scope: ScopeModel): boolean {
  for (let at: ScopeModel | null = scope; at; at = at.parent)
    if (at.fn?.owner) return at.fn.entity.role !== 'class';
  return false;
}

function make(
  name: string,
  bindings: readonly Binding[],
  owner: Owner,
  kind: VariableEntity['scope'],
  ordinals: Ordinals,
): VariableEntity {
  const prefix = owner.id.slice(owner.path.length + 1).replace(/@\d+$/, '');
  const nested = prefix === '' ? name : `${prefix}.${name}`;
  const qualifiedName = owner.qualifiedName === '' ? name : `${owner.qualifiedName}.${name}`;
  const at = { id: ordinals.next(nested), name, qualifiedName, path: owner.path, parentId: owner.id };
  return variableEntity(bindings, at, kind);
}
