import type { EntityId } from '../domain/entity.ts';
import { RelationBuilder } from '../domain/relation-builder.ts';
import type { CodeGraph, ListedGraph } from '../domain/snapshot.ts';
import { annotationValues } from './annotations.ts';
import { argumentValues } from './arguments.ts';
import { boundValues, keyValues } from './assigned.ts';
import { attributeOf } from './attributes.ts';
import { callValue } from './calls.ts';
import { declareFile } from './declare.ts';
import { decoratedValue } from './decorators.ts';
import type { Drawing, NameIndex } from './draw.ts';
import { Edges } from './edges.ts';
import { type Cell, Engine, nothing } from './engine.ts';
import { evaluate } from './evaluate.ts';
import { GivenAttributes } from './given-attributes.ts';
import { itemsOf } from './items.ts';
import type { Machine } from './machine.ts';
import type { ClassModel, FileInput, FileModel, FunctionModel, ScopeModel } from './model.ts';
import { byPath, Modules, sourceRoots } from './modules.ts';
import { findMember, linearise } from './mro.ts';
import { exportedValues, findBindings, findExport, nameValues } from './names.ts';
import { elementsOf, enteredValues } from './protocols.ts';
import { resultValues } from './results.ts';
import { drawMembership, drawOverrides, entitiesOf, termsOf } from './structure.ts';
import { testedBy } from './tested-by/tested-by.ts';
import { ValuePool } from './value.ts';
import { declareVariables } from './variables.ts';
import { walkScope } from './walk.ts';

function assemble(
  files: readonly FileModel[],
  subclasses: ReadonlyMap<ClassModel, readonly ClassModel[]>,
  asRun: boolean,
): Machine {
  const m: Machine = {
    asRun,
    given: new GivenAttributes(),
    engine: new Engine(),
    pool: new ValuePool(),
    modules: new Modules(files),
    files,
    evaluate: (of, context) => evaluate(m, of, context),
    key: (of, context) => keyValues(m, of, context),
    bound: (binding) => boundValues(m, binding),
    name: (name, context, line) => nameValues(m, name, context, line),
    bindings: (name, context, line) => findBindings(m, name, context, line),
    exported: (module, name) => findExport(m, module, name),
    exportedValues: (module, name) => exportedValues(m, module, name),
    annotation: (of, context) => annotationValues(m, of, context),
    linearise: (cls) => linearise(m, cls),
    subclasses: (cls) => subclasses.get(cls) ?? [],
    member: (cls, name) => findMember(m, cls, name),
    attribute: (value, name, place) => attributeOf(m, value, name, place),
    item: (value, index, place, context) => itemsOf(m, value, index, place, context),
    elements: (value, place) => elementsOf(m, value, place),
    entered: (value, place) => enteredValues(m, value, place),
    call: (value, call) => callValue(m, value, call),
    argument: (parameter, call, shift) => argumentValues(m, parameter, call, shift),
    result: (fn) => resultValues(m, fn),
    decorated: (fn) => decoratedValue(m, fn),
  };
  return m;
}

interface Declared {
  readonly files: readonly FileModel[];
  readonly classes: readonly ClassModel[];
  readonly methodsOf: ReadonlyMap<ClassModel, readonly FunctionModel[]>;
}

function* declare(inputs: readonly FileInput[]): Generator<undefined, Declared> {
  const sorted = byPath(inputs);
  const roots = sourceRoots(sorted.map(({ path }) => path));
  const files: FileModel[] = [];
  for (const input of sorted) {
    const { file, ordinals } = declareFile(input, roots);
    declareVariables(file, ordinals);
    files.push(file);
    yield;
  }
  const scopes = files.flatMap((file) => file.scopes);
  const classes = scopes.flatMap(({ cls }) => (cls ? [cls] : []));
  const methodsOf = new Map<ClassModel, FunctionModel[]>(classes.map((cls) => [cls, []]));
  for (const { fn } of scopes) if (fn?.owner) methodsOf.get(fn.owner)?.push(fn);
  return { files, classes, methodsOf };
}

function indexOf({ methodsOf }: Declared, overridden: ReadonlySet<EntityId>): NameIndex {
  const methods = new Map<string, FunctionModel[]>();
  for (const fn of [...methodsOf.values()].flat()) {
    const known = methods.get(fn.entity.name);
    if (known) known.push(fn);
    else methods.set(fn.entity.name, [fn]);
  }
  return { methods, overridden };
}

/** One cell a definition, class body and file: it draws again when what it has read changes. */
function walkers(m: Machine, index: NameIndex, drawn: Map<ScopeModel, Edges>): Cell[] {
  const scopes = m.files.flatMap((file) => file.scopes);
  const own = scopes.filter(({ facts }) => facts.t !== 'lambda' && facts.t !== 'comprehension');
  return own.map((scope) =>
    m.engine.cell(() => {
      const edges = new Edges();
      const d: Drawing = { m, index, owner: scope.owner, file: scope.file.entity.id, edges, depth: 0 };
      walkScope(d, scope);
      drawn.set(scope, edges);
      return nothing;
    }, true),
  );
}

interface Settled extends Declared {
  readonly m: Machine;
  readonly structure: Edges;
  readonly drawn: ReadonlyMap<ScopeModel, Edges>;
}

/** Follows values through all files until nothing new is found. `asRun`: see `Machine`. */
export function* settleInSteps(inputs: readonly FileInput[], asRun: boolean): Generator<undefined, Settled> {
  const declared = yield* declare(inputs);
  const subclasses = new Map<ClassModel, ClassModel[]>();
  const m = assemble(declared.files, subclasses, asRun);
  for (const cls of declared.classes)
    for (const base of m.linearise(cls).classes.slice(1)) {
      const known = subclasses.get(base);
      if (known) known.push(cls);
      else subclasses.set(base, [cls]);
    }
  const methodsOf = (cls: ClassModel) => declared.methodsOf.get(cls) ?? [];
  const structure = new Edges();
  for (const cls of declared.classes) drawMembership(structure, cls, methodsOf(cls));
  const overridden = declared.classes.flatMap((cls) => drawOverrides(m, structure, cls, methodsOf(cls)));
  const index = indexOf(declared, new Set(overridden));
  const drawn = new Map<ScopeModel, Edges>();
  for (const cell of walkers(m, index, drawn)) m.engine.enqueue(cell);
  yield* m.engine.settleInSteps();
  return { ...declared, m, structure, drawn };
}

/** As `resolve`, with pauses in which the caller can do other things, or give up. */
export function* resolveInSteps(inputs: readonly FileInput[]): Generator<undefined, CodeGraph> {
  const { files, structure, drawn } = yield* settleInSteps(inputs, false);
  const entities = entitiesOf(files);
  const relations = new RelationBuilder(entities);
  for (const edges of [structure, ...drawn.values()]) edges.addTo(relations);
  yield;
  for (const { src, dst, confidence } of testedBy(entities, relations.build()))
    relations.add('TESTED_BY', src, dst, confidence, null);
  yield;
  return { entities, relations: relations.build(), terms: termsOf(files) };
}

/**
 * From what each file says to the graph of all: entities with their terms, and relations, both sorted. Pure, and
 * independent of the order of `files`. Names are resolved by Python's own rules (scopes, imports, attribute
 * lookup), values are followed through assignments, calls and containers until nothing new is found.
 */
export function resolve(inputs: readonly FileInput[]): ListedGraph {
  const steps = resolveInSteps(inputs);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...step.value, relations: [...step.value.relations] };
  }
}
