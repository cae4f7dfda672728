import type { CodeEntity, EntityId } from '../domain/entity.ts';
import type { EntityTerms } from '../domain/snapshot.ts';
import type { Edge } from './edges.ts';
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
    .flatMap(({ scopes }) => scopes.filter(({ facts }) => facts.terms.length > 0))
    .map(({ owner, facts }) => ({ id: owner, terms: facts.terms }))
    .sort(compare);
}

/** Members and their classes. */
export function membership(cls: ClassModel, functions: readonly FunctionModel[]): Edge[] {
  const edges: Edge[] = [];
  const owner = cls.entity.id;
  const own = (kind: 'HAS_METHOD' | 'HAS_VARIABLE', member: EntityId): void => {
    const common = { confidence: 'exact', site: null } as const;
    edges.push(
      { kind, src: owner, dst: member, ...common },
      { kind: 'BELONGS_TO', src: member, dst: owner, ...common },
    );
  };
  for (const fn of functions) own('HAS_METHOD', fn.entity.id);
  for (const { id } of [...cls.variables.values(), ...cls.instanceVariables.values()])
    own('HAS_VARIABLE', id);
  return edges;
}

/** From each method to the one that it replaces in the order of lookup. */
export function overrides(m: Machine, cls: ClassModel, functions: readonly FunctionModel[]): Edge[] {
  const { classes, open } = m.linearise(cls);
  return functions.flatMap(({ entity, facts }): Edge[] => {
    for (const base of classes.slice(1)) {
      const bindings = base.scope.names.get(entity.name);
      if (!bindings) continue;
      const found = bindings.findLast(({ source }) => source.t === 'function')?.source;
      if (found?.t !== 'function') return [];
      const confidence = open === 'unknown' ? 'inferred' : 'exact';
      const [line, column] = facts.at;
      return [
        { kind: 'OVERRIDES', src: entity.id, dst: found.fn.entity.id, confidence, site: { line, column } },
      ];
    }
    return [];
  });
}
