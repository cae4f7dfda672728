import type { Expression, FunctionScope, Statement } from '../../domain/facts.ts';
import { isTransparent } from '../decorators.ts';
import type { Values } from '../engine.ts';
import type { Machine } from '../machine.ts';
import type { Context, ScopeModel } from '../model.ts';
import { partsOf } from '../parts.ts';
import type { Value } from '../value.ts';
import { calleesOf, constructorNames } from './callees.ts';
import type { ScopeNames } from './names.ts';
import {
  callsItsArguments,
  delegatedBy,
  eachMethod,
  gettersOf,
  iterationOf,
  operatedBy,
  protocolOf,
} from './protocols.ts';
import { calledAttribute, noteReceivers, type Receivers } from './receivers.ts';

/** Expressions nested deeper than this draw nothing. */
const maxDepth = 300;

/** What drawing the calls of one scope needs. */
export interface CallWalk {
  readonly m: Machine;
  readonly names: ScopeNames;
  readonly receivers: Receivers;
  /** Name of the scope whose calls these are. */
  readonly caller: string;
  add(caller: string, callee: string): void;
  readonly depth: number;
}

function runs(w: CallWalk, values: Values): void {
  for (const value of values) {
    noteReceivers(w.m, w.receivers, value);
    for (const name of calleesOf(w.m, w.names, value)) w.add(w.caller, name);
  }
}

/** Draws all that the scope's own statements call; what lambdas in it call, they call themselves. */
export function walkCalls(w: CallWalk, scope: ScopeModel): void {
  scope.facts.body.forEach((statement, step) => {
    walkStatement(w, statement, { scope, step });
  });
}

function walkStatement(w: CallWalk, statement: Statement, context: Context): void {
  switch (statement.t) {
    case 'bind':
      if (statement.value) visit(w, statement.value, context);
      walkTarget(w, statement, statement.target, context);
      runs(w, protocolOf(w.m, statement, context));
      return;
    case 'define':
      walkDefinition(w, context.scope.file.scopes[statement.scope], context);
      return;
    case 'use':
    case 'return':
    case 'yield':
      if (statement.value) visit(w, statement.value, context);
      return;
    case 'yield-from':
      if (statement.value) walkDelegation(w, statement.value, context);
      return;
    case 'raise':
      visit(w, statement.value, context);
      walkRaised(w, statement.value, context);
      return;
    default:
      return;
  }
}

/** Iterates over what it delegates to. */
function walkDelegation(w: CallWalk, of: Expression, context: Context): void {
  visit(w, of, context);
  runs(w, iterationOf(w.m, w.m.evaluate(of, context), of, context));
}

/** A class that is raised is made first. */
function walkRaised(w: CallWalk, of: Expression, context: Context): void {
  for (const value of w.m.evaluate(of, context)) {
    const made = value.t === 'class' ? constructorNames(w.m, w.names, value.cls) : raisedOutside(w, value);
    for (const name of made) w.add(w.caller, name);
  }
}

const raisedOutside = (w: CallWalk, value: Value): readonly string[] =>
  value.t === 'external' && isNoBuiltin(value) ? calleesOf(w.m, w.names, value) : [];

type Bind = Extract<Statement, { t: 'bind' }>;

function walkTarget(w: CallWalk, statement: Bind, target: Bind['target'], context: Context): void {
  if (target.t === 'unpack') {
    for (const item of target.items) walkTarget(w, statement, item, context);
    return;
  }
  if (target.t === 'attr' || target.t === 'item') visit(w, target.of, context);
  if (target.t === 'item') {
    visit(w, target.index, context);
    const method = statement.form === 'delete' ? '__delitem__' : '__setitem__';
    runs(w, eachMethod(w.m, w.m.evaluate(target.of, context), method));
  }
}

function walkDefinition(w: CallWalk, scope: ScopeModel | undefined, context: Context): void {
  const facts = scope?.facts;
  if (facts?.t !== 'class' && facts?.t !== 'function') return;
  for (const [at, decorator] of facts.decorators.entries())
    walkDecorator(w, decorator, facts.decoratorTexts[at] ?? '', context);
  const evaluated =
    facts.t === 'class' ? [...facts.bases, ...facts.keywords.map(([, value]) => value)] : defaultsOf(facts);
  for (const of of evaluated) visit(w, of, context);
}

const defaultsOf = ({ parameters }: FunctionScope): readonly Expression[] =>
  parameters.flatMap(({ default: given }) => given ?? []);

/** Decorators of the language itself leave no call to see. */
function walkDecorator(w: CallWalk, decorator: Expression, text: string, context: Context): void {
  visit(w, decorator, context);
  if (!isTransparent(text)) runs(w, w.m.evaluate(decorator, context).filter(isNoBuiltin));
}

const isNoBuiltin = (value: Value): boolean => value.t !== 'external' || !value.path.startsWith('builtins.');

function visit(w: CallWalk, of: Expression, context: Context): void {
  if (w.depth > maxDepth) return;
  visitInner({ ...w, depth: w.depth + 1 }, of, context);
}

function visitInner(w: CallWalk, of: Expression, context: Context): void {
  switch (of.t) {
    case 'const':
    case 'name':
      return;
    case 'attr':
      visit(w, of.of, context);
      runs(w, gettersOf(w.m, of, context));
      return;
    case 'call':
      walkCall(w, of, context);
      return;
    case 'lambda':
    case 'comp': {
      const inner = context.scope.file.scopes[of.scope];
      if (!inner) return;
      inner.parentStep = context.step;
      walkCalls({ ...w, caller: w.names.of(inner) }, inner);
      return;
    }
    case 'item':
      visit(w, of.of, context);
      visit(w, of.index, context);
      runs(w, eachMethod(w.m, w.m.evaluate(of.of, context), '__getitem__'));
      return;
    case 'binary':
      visit(w, of.left, context);
      visit(w, of.right, context);
      runs(w, operatedBy(w.m, of, context));
      return;
    default:
      for (const part of partsOf(of)) visit(w, part, context);
  }
}

function walkCall(w: CallWalk, of: Extract<Expression, { t: 'call' }>, context: Context): void {
  visit(w, of.fn, context);
  for (const arg of of.args) visit(w, arg, context);
  for (const [, value] of of.keywords) visit(w, value, context);
  const { m, receivers } = w;
  const values =
    of.fn.t === 'attr' ? calledAttribute(m, receivers, of.fn, context) : m.evaluate(of.fn, context);
  runs(w, values);
  for (const value of values) walkEffects(w, value, of, context);
}

/** What a builtin runs of what it is given. */
function walkEffects(
  w: CallWalk,
  value: Value,
  of: Extract<Expression, { t: 'call' }>,
  context: Context,
): void {
  const [first] = of.args;
  if (value.t === 'external' && first)
    runs(w, delegatedBy(w.m, value.path, w.m.evaluate(first, context), of, context));
  if (!callsItsArguments(value)) return;
  const given = [...of.args, ...of.keywords.filter(([key]) => key === 'key').map(([, key]) => key)];
  for (const arg of given) runs(w, w.m.evaluate(arg, context).filter(isFunction));
}

const isFunction = ({ t }: Value): boolean =>
  t === 'function' || t === 'bound' || t === 'lambda' || t === 'partial';
