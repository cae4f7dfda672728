import type { CodeEntity, EntityId } from '../domain/entity.ts';
import type { EntityTerms } from '../domain/snapshot.ts';
import type { Edges } from './edges.ts';
import type { Machine } from './machine.ts';
import type { ClassModel, FileModel, FunctionModel } from './model.ts';

const compare = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export function entitiesOf(files: readonly FileModel[]): CodeEntity[] {
  const entities = files.flatMap((file): CodeEntity[] => [
    file.entity,
    ...file.variables.values(),
    ...file.scopes.flatMap(({ cls, fn }): CodeEntity[] => {
      if (fn) return [fn.entity];
      return cls ? [cls.entity, ...cls.variables.values(), ...cls.instanceVariables.values()] : [];
    }),
  ]);
  return entities.sort(compare);
}

export function termsOf(files: readonly FileModel[]): EntityTerms[] {
  return files
    .flatMap(({ scopes }) => scopes.filter(({ facts }) => facts.terms.terms.length > 0))
    .map(({ owner, facts }) => ({ id: owner, ...facts.terms }))
    .sort(compare);
}

/** Members and their classes. */
export function drawMembership(edges: Edges, cls: ClassModel, functions: readonly FunctionModel[]): void {
  const owner = cls.entity.id;
  const own = (kind: 'HAS_METHOD' | 'HAS_VARIABLE', member: EntityId): void => {
    edges.add(kind, owner, member, 'exact', null);
    edges.add('BELONGS_TO', member, owner, 'exact', null);
  };
  for (const fn of functions) own('HAS_METHOD', fn.entity.id);
  for (const { id } of [...cls.variables.values(), ...cls.instanceVariables.values()])
    own('HAS_VARIABLE', id);
}

function overriddenBy(
  { entity: { name } }: FunctionModel,
  classes: readonly ClassModel[],
): FunctionModel | undefined {
  for (const base of classes.slice(1)) {
    const bindings = base.scope.names.get(name);
    if (!bindings) continue;
    const found = bindings.findLast(({ source }) => source.t === 'function')?.source;
    return found?.t === 'function' ? found.fn : undefined;
  }
  return undefined;
}

/** From each method to the one that it replaces in the order of lookup; those that are replaced. */
export function drawOverrides(
  m: Machine,
  edges: Edges,
  cls: ClassModel,
  functions: readonly FunctionModel[],
): EntityId[] {
  const { classes, open } = m.linearise(cls);
  return functions.flatMap((fn): EntityId[] => {
    const base = overriddenBy(fn, classes);
    if (!base) return [];
    const confidence = open === 'unknown' ? 'inferred' : 'exact';
    edges.add('OVERRIDES', fn.entity.id, base.entity.id, confidence, fn.facts.at);
    return [base.entity.id];
  });
}
