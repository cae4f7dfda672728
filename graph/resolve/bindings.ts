import type { Expression, Statement, Target } from '../domain/facts.ts';
import { lineAt } from '../domain/position.ts';
import type { Binding, BindingSource, BindStatement, Place, ScopeModel, UnpackStep } from './model.ts';
import { grown, receiverOf, referenceKey } from './model.ts';
import { updatesIn } from './updates.ts';

function add(to: ScopeModel, name: string, binding: Binding): void {
  const known = to.names.get(name);
  if (known) known.push(binding);
  else to.names.set(name, [binding]);
}

/** The innermost branch of the scope's own around the line. */
function placeOf({ facts: { branches } }: ScopeModel, line: number): Place | undefined {
  if (!branches) return undefined;
  const around = branches.filter(({ fromLine, untilLine }) => fromLine <= line && line <= untilLine);
  const inner = around.at(-1);
  const loop = around.find((branch) => branch.loop);
  return (
    inner && {
      fromLine: inner.fromLine,
      untilLine: inner.untilLine,
      leaves: inner.leaves,
      loopLine: loop?.fromLine,
    }
  );
}

const moduleOf = (scope: ScopeModel): ScopeModel => scope.file.scopes[0] ?? scope;

/** Comprehensions bind by `:=` in the scope around them (PEP 572). */
function aroundComprehensions(scope: ScopeModel): ScopeModel {
  let at = scope;
  while (at.facts.t === 'comprehension' && at.parent) at = at.parent;
  return at;
}

/** Where a `nonlocal` name lives. */
function enclosingWith(scope: ScopeModel, name: string): ScopeModel {
  for (let at = scope.parent; at; at = at.parent)
    if (
      at.facts.t === 'function' &&
      (at.names.has(name) || at.parameters.some(({ facts }) => facts.name === name))
    )
      return at;
  return scope;
}

/** The scope that keeps a name bound in `scope`. */
function keeperOf(scope: ScopeModel, name: string): ScopeModel {
  if (scope.globals.has(name)) return moduleOf(scope);
  return scope.nonlocals.has(name) ? enclosingWith(scope, name) : scope;
}

interface Spot {
  readonly scope: ScopeModel;
  readonly step: number;
}

function bind(spot: Spot, name: string, line: number, source: BindingSource): void {
  const keeper = keeperOf(spot.scope, name);
  const branch = placeOf(spot.scope, line);
  add(keeper, name, { name, ...spot, line, branch, source, cell: undefined, definitions: undefined });
}

function shadowed(scope: ScopeModel, name: string, until: ScopeModel): boolean {
  for (let at: ScopeModel | null = scope; at && at !== until; at = at.parent)
    if (at.parameters.some(({ facts }) => facts.name === name)) return true;
  return false;
}

function bindAttribute(spot: Spot, target: Extract<Target, { t: 'attr' | 'item' }>, binding: Binding): void {
  const key = referenceKey(target);
  if (key) add(spot.scope, key, { ...binding, name: key });
  if (target.t !== 'attr' || target.of.t !== 'name') return;
  const receiver = receiverOf(spot.scope);
  if (receiver?.name !== target.of.id || shadowed(spot.scope, receiver.name, receiver.scope)) return;
  const attributes = receiver.scope.fn?.owner?.attributes;
  const known = attributes?.get(target.name);
  if (known) known.push(binding);
  else attributes?.set(target.name, [binding]);
}

function bindTarget(spot: Spot, statement: BindStatement, target: Target, path: readonly UnpackStep[]): void {
  const source: BindingSource = { t: 'value', statement, path };
  if (target.t === 'unpack') {
    const star = target.items.findIndex(({ t }) => t === 'star');
    const size = target.items.length;
    target.items.forEach((item, index) => {
      bindTarget(spot, statement, item, [...path, { index, size, star }]);
    });
  } else if (target.t === 'star') {
    if (isTarget(target.of)) bindTarget(spot, statement, target.of, path);
  } else if (target.t === 'name') {
    const at = statement.form === 'walrus' ? { ...spot, scope: aroundComprehensions(spot.scope) } : spot;
    if (at.scope === spot.scope) bind(at, target.id, lineAt(target.at), source);
    else addOuter(at.scope, spot, target, source);
  } else {
    const branch = placeOf(spot.scope, statement.line);
    const line = lineAt(target.at);
    bindAttribute(spot, target, {
      name: target.t,
      ...spot,
      line,
      branch,
      source,
      cell: undefined,
      definitions: undefined,
    });
  }
}

function addOuter(
  outer: ScopeModel,
  spot: Spot,
  target: Extract<Target, { t: 'name' }>,
  source: BindingSource,
): void {
  const keeper = keeperOf(outer, target.id);
  const binding = {
    name: target.id,
    ...spot,
    line: lineAt(target.at),
    branch: undefined,
    source,
    cell: undefined,
    definitions: undefined,
  };
  add(keeper, target.id, binding);
}

const isTarget = (of: Expression): of is Extract<Expression, { t: 'name' | 'attr' | 'item' | 'star' }> =>
  of.t === 'name' || of.t === 'attr' || of.t === 'item' || of.t === 'star';

function bindDefinition(spot: Spot, statement: Extract<Statement, { t: 'define' }>): void {
  const inner = spot.scope.file.scopes[statement.scope];
  if (!inner) return;
  inner.parentStep = spot.step;
  const line = inner.facts.defLine;
  if (inner.cls) bind(spot, inner.cls.entity.name, line, { t: 'class', cls: inner.cls });
  else if (inner.fn) bind(spot, inner.fn.entity.name, line, { t: 'function', fn: inner.fn });
}

function bindFrom(spot: Spot, statement: Extract<Statement, { t: 'from' }>): void {
  if (statement.name === '*') spot.scope.stars = grown(spot.scope.stars, statement);
  else bind(spot, statement.alias ?? statement.name, lineAt(statement.at), { t: 'from', statement });
}

function bindImport(spot: Spot, statement: Extract<Statement, { t: 'import' }>): void {
  const name = statement.alias ?? statement.name.split('.')[0] ?? '';
  bind(spot, name, lineAt(statement.at), { t: 'import', statement });
}

function collect(spot: Spot, statement: Statement): void {
  switch (statement.t) {
    case 'bind':
      if (statement.form !== 'delete') bindTarget(spot, statement, statement.target, []);
      return;
    case 'use':
      for (const { statement: written, target } of updatesIn(statement.value))
        bindTarget(spot, written, target, []);
      return;
    case 'define':
      bindDefinition(spot, statement);
      return;
    case 'import':
      bindImport(spot, statement);
      return;
    case 'from':
      bindFrom(spot, statement);
      return;
    case 'narrow': {
      const key = referenceKey(statement.of);
      if (key) spot.scope.narrowings = grown(spot.scope.narrowings, { key, step: spot.step, statement });
      return;
    }
    case 'return':
    case 'yield':
    case 'yield-from':
      spot.scope.results = grown(spot.scope.results, { statement, step: spot.step });
      return;
    default:
      return;
  }
}

/** Fills the scope's names, narrowings and results from its statements. Outer scopes come first. */
export function collectBindings(scope: ScopeModel): void {
  for (const parameter of scope.parameters) {
    const line = lineAt(parameter.facts.at);
    const source: BindingSource = { t: 'parameter', parameter };
    const binding = {
      name: parameter.facts.name,
      scope,
      step: -1,
      line,
      branch: undefined,
      source,
      cell: undefined,
      definitions: undefined,
    };
    add(scope, parameter.facts.name, binding);
  }
  for (const statement of scope.facts.body) {
    if (statement.t === 'global') scope.globals = new Set([...scope.globals, ...statement.names]);
    if (statement.t === 'nonlocal') scope.nonlocals = new Set([...scope.nonlocals, ...statement.names]);
  }
  scope.facts.body.forEach((statement, step) => {
    collect({ scope, step }, statement);
  });
}
