import type { CodeEntity } from '../domain/entity.ts';
import type { Expression } from '../domain/facts.ts';
import type { Position } from '../domain/position.ts';
import { lineAt } from '../domain/position.ts';
import type { Confidence } from '../domain/relation.ts';
import { constantArgument, firstArgument } from './arguments.ts';
import { isCommonMethod } from './builtins.ts';
import { putIn } from './container-methods.ts';
import { allDefinitions, isStatic, memberDefinitions } from './definitions.ts';
import { type Drawing, draw, drawReferences } from './draw.ts';
import type { Values } from './engine.ts';
import { passOn } from './flows.ts';
import type { Arguments, Machine } from './machine.ts';
import { type Context, type FunctionModel, receiverName } from './model.ts';
import { constructorOf, type Target, targetsOf } from './targets.ts';
import { isOutside, type Value } from './value.ts';

/** More methods of one name than this, and a call of that name says nothing about any of them. */
const maxCandidates = 8;
/** More things that a call may run than this are marked as candidates: beyond, fewer than half are right. */
const maxTargets = 2;

type Call = Extract<Expression, { t: 'call' }>;

/** Draws what a call expression runs, and passes its arguments on. */
export function drawCall(d: Drawing, of: Call, context: Context): void {
  const values = d.m.evaluate(of.fn, context);
  const call = { place: of, args: of.args, keywords: of.keywords, context, given: [] };
  const targets = values.flatMap((value) => targetsOf(d.m, value));
  const known = isStatic(d.m, of.fn, context);
  const meant =
    targets.length > 1 ? withoutWrappers(targets, known ? undefined : nameCalled(of.fn)) : targets;
  const surely = known && meant.length < 2 ? ifStatic(d, of.fn, context) : ifFollowed(meant);
  const sure = (target: Target) => (meant.includes(target) ? surely(target) : 'candidate');
  for (const target of targets) {
    drawTarget(d, target, of.at, sure(target));
    passOn(d.m, target, call);
  }
  for (const value of values) takeEffect(d.m, value, call);
  if (targets.length === 0 && of.fn.t === 'attr') drawCandidates(d, of.fn, context, values);
  drawVariables(d, of.fn, context);
}

function takeEffect(m: Machine, value: Value, call: Arguments): void {
  if (value.t === 'container-method') putIn(m, value, call);
  if (m.asRun && value.t === 'external' && value.path === 'builtins.setattr') giveBySetattr(m, call);
}

/** `setattr(x, 'name', value)`. */
function giveBySetattr(m: Machine, call: Arguments): void {
  const name = constantArgument(m, call, 1);
  if (typeof name !== 'string') return;
  const values = firstArgument(m, call, 2);
  for (const owner of firstArgument(m, call)) m.given.give(m.engine, owner, name, values);
}

type Sure = (target: Target) => Confidence;

/** Where no value was followed: a method that is overridden may not be the one that runs, nor `cls` the class itself. */
function ifStatic(d: Drawing, fn: Expression, context: Context): Sure {
  const bySuper = isSuper(fn);
  const byReceiver = fn.t === 'name' && receiverName(context.scope) === fn.id;
  return (target) => {
    if (target.t === 'class' && byReceiver)
      return d.m.subclasses(target.cls).length > 0 ? 'inferred' : 'exact';
    const isOpen = target.t === 'function' && target.shift > 0 && !bySuper;
    return isOpen && d.index.overridden.has(target.fn.entity.id) ? 'inferred' : 'exact';
  };
}

function ifFollowed(targets: readonly Target[]): Sure {
  const sure = targets.length > maxTargets ? 'candidate' : 'inferred';
  return () => sure;
}

const nameCalled = (fn: Expression): string | undefined => {
  if (fn.t === 'name') return fn.id;
  return fn.t === 'attr' ? fn.name : undefined;
};

const nameOf = (target: Target): string | undefined => {
  if (target.t === 'lambda') return undefined;
  return (target.t === 'function' ? target.fn : target.cls).entity.name;
};

/**
 * A decorated function stands before what was put in its place, which bears other names. `called` is its own name;
 * where it is left out, the targets are those of one definition.
 */
function withoutWrappers(targets: readonly Target[], called: string | undefined): readonly Target[] {
  const original = targets.find(
    (of) =>
      of.t === 'function' &&
      of.fn.facts.decorators.length > 0 &&
      (called === undefined || nameOf(of) === called),
  );
  return original ? targets.filter((target) => nameOf(target) === nameOf(original)) : targets;
}

/** Draws what `raise` of a class or an instance runs. */
export function drawRaised(d: Drawing, of: Expression, context: Context): void {
  if (of.t === 'call') return;
  const classes = d.m.evaluate(of, context).filter((value) => value.t === 'class');
  const sure = classes.length === 1 && isStatic(d.m, of, context) ? 'exact' : 'inferred';
  for (const { cls } of classes) drawTarget(d, { t: 'class', cls }, of.at, sure);
}

function drawTarget(d: Drawing, target: Target, at: Position, sure: Confidence): void {
  if (target.t === 'function') draw(d, 'CALLS', target.fn.entity.id, at, sure);
  if (target.t !== 'class') return;
  draw(d, 'INSTANTIATES', target.cls.entity.id, at, sure);
  const made = constructorOf(d.m, target.cls);
  if (made?.owner === target.cls) draw(d, 'CALLS', made.entity.id, at, sure);
}

const isSuper = (fn: Expression): boolean =>
  fn.t === 'attr' && fn.of.t === 'call' && fn.of.fn.t === 'name' && fn.of.fn.id === 'super';

/** Where the receiver is unknown, the few methods of that name. */
function drawCandidates(
  d: Drawing,
  fn: Extract<Expression, { t: 'attr' }>,
  context: Context,
  values: Values,
): void {
  if (values.length > 0 || isCommonMethod(fn.name) || /^__\w+__$/.test(fn.name)) return;
  const owners = d.m.evaluate(fn.of, context);
  if (isOutside(owners) || owners.some(({ t }) => t === 'module')) return;
  const named = d.index.methods.get(fn.name) ?? [];
  const near = named.filter((method) => owners.some((owner) => mayBe(d, method, owner)));
  const candidates = near.length > 0 ? near : named;
  if (candidates.length > maxCandidates) return;
  for (const { entity } of candidates) draw(d, 'CALLS', entity.id, fn.at, 'candidate');
}

/** The method is of a class that inherits the receiver's. */
function mayBe(d: Drawing, { owner }: FunctionModel, receiver: Value): boolean {
  if (!owner || (receiver.t !== 'instance' && receiver.t !== 'class')) return false;
  return d.m.linearise(owner).classes.includes(receiver.cls);
}

/** A variable that is called is used too, and a property whose result is called runs. */
function drawVariables(d: Drawing, fn: Expression, context: Context): void {
  if (fn.t === 'name') {
    const found = allDefinitions(d.m, d.m.bindings(fn.id, context, lineAt(fn.at)));
    drawReferences(d, found.filter(isVariable), fn.at, 'exact');
  } else if (fn.t === 'attr') {
    const found = memberDefinitions(d.m, d.m.evaluate(fn.of, context), fn.name);
    drawReferences(d, found.filter(isVariable), fn.at, 'exact');
    for (const of of found)
      if (of.kind === 'method' && of.role === 'property') draw(d, 'CALLS', of.id, fn.at, 'inferred');
  }
}

const isVariable = ({ kind }: CodeEntity): boolean => kind === 'variable';
