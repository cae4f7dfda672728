import type { ClassScope, Expression, FunctionScope, Scope, Statement } from '../domain/facts.ts';
import { lineAt } from '../domain/position.ts';
import { parseAnnotation } from './annotation-text.ts';
import { eachContainer, keyOf, putValues } from './container-methods.ts';
import { decoratedValue, isTransparent } from './decorators.ts';
import { allDefinitions, isStatic, memberDefinitions } from './definitions.ts';
import { type Drawing, draw, drawReferences } from './draw.ts';
import { drawCall, drawRaised } from './draw-calls.ts';
import { drawImports } from './draw-imports.ts';
import { drawProtocol } from './draw-protocols.ts';
import type { Values } from './engine.ts';
import { passOn } from './flows.ts';
import { type Context, receiverName, type ScopeModel } from './model.ts';
import { partsOf } from './parts.ts';
import { targetsOf } from './targets.ts';

/** Expressions nested deeper than this draw nothing. */
const maxDepth = 300;

/** Draws all that the scope's own statements use. */
export function walkScope(d: Drawing, scope: ScopeModel): void {
  scope.facts.body.forEach((statement, step) => {
    walkStatement(d, statement, { scope, step });
  });
}

function walkStatement(d: Drawing, statement: Statement, context: Context): void {
  switch (statement.t) {
    case 'bind':
      walkBind(d, statement, context);
      return;
    case 'define':
      walkDefinition(d, context.scope.file.scopes[statement.scope], context);
      return;
    case 'use':
      visit(d, statement.value, context);
      return;
    case 'raise':
      visit(d, statement.value, context);
      drawRaised(d, statement.value, context);
      return;
    case 'return':
    case 'yield':
    case 'yield-from':
      if (statement.value) visit(d, statement.value, context);
      return;
    case 'import':
    case 'from':
      drawImports(d, statement, context.scope.file);
      return;
    default:
      return;
  }
}

function walkBind(d: Drawing, statement: Extract<Statement, { t: 'bind' }>, context: Context): void {
  const { target, value, annotation } = statement;
  if (value) visit(d, value, context);
  if (annotation) visitAnnotation(d, annotation, context);
  walkTarget(d, target, context, statement);
  drawProtocol(d, statement, context);
}

type Target = Extract<Statement, { t: 'bind' }>['target'];

function walkTarget(
  d: Drawing,
  target: Target,
  context: Context,
  statement: Extract<Statement, { t: 'bind' }>,
): void {
  if (target.t === 'unpack') for (const item of target.items) walkTarget(d, item, context, statement);
  if (target.t !== 'attr' && target.t !== 'item') return;
  visit(d, target, context);
  const { value, form } = statement;
  if (!value) return;
  if (target.t === 'attr') {
    if (d.m.asRun) giveAttribute(d, target, value, context);
  } else if (form === 'assign') putItem(d, target, value, context);
}

function putItem(
  { m }: Drawing,
  { of, index }: Extract<Target, { t: 'item' }>,
  value: Expression,
  context: Context,
): void {
  const values = m.evaluate(value, context);
  const key = keyOf(m.key(index, context));
  for (const container of eachContainer(m.evaluate(of, context))) putValues(m, container, values, key);
}

/** In a run, whoever writes to an attribute gives it to all that have it. */
function giveAttribute(
  { m }: Drawing,
  { of, name }: Extract<Target, { t: 'attr' }>,
  value: Expression,
  context: Context,
): void {
  if (of.t === 'name' && of.id === receiverName(context.scope)) return;
  const values = m.evaluate(value, context);
  for (const owner of m.evaluate(of, context)) m.given.give(m.engine, owner, name, values);
}

function walkDefinition(d: Drawing, scope: ScopeModel | undefined, context: Context): void {
  const facts = scope?.facts;
  if (!scope || (facts?.t !== 'class' && facts?.t !== 'function')) return;
  for (const decorator of facts.decorators) visit(d, decorator, context);
  if (facts.t === 'class') walkBases(d, facts, scope, context);
  else walkSignature(d, facts, scope, context);
  walkDecorators(d, facts, scope, context);
}

type Defined = Extract<Scope, { t: 'class' | 'function' }>;

/** A decorator gets what it stands before. */
function walkDecorators(d: Drawing, facts: Defined, scope: ScopeModel, context: Context): void {
  const defined = scope.fn?.value ?? scope.cls?.value;
  facts.decorators.forEach((decorator, at) => {
    if (isTransparent(facts.decoratorTexts[at] ?? '')) return;
    const given = d.m.asRun && scope.fn ? decoratedValue(d.m, scope.fn, at + 1) : defined ? [defined] : [];
    walkDecorator(d, decorator, given, context);
  });
}

function walkDecorator(d: Drawing, decorator: Expression, given: Values, context: Context): void {
  const call = { place: decorator, args: [], keywords: [], context, given: [given] };
  const targets = d.m.evaluate(decorator, context).flatMap((value) => targetsOf(d.m, value));
  for (const target of targets) passOn(d.m, target, call);
}

function walkBases(d: Drawing, facts: ClassScope, scope: ScopeModel, context: Context): void {
  for (const base of facts.bases) walkBase(d, base, scope, context);
  for (const [, value] of facts.keywords) visit(d, value, context);
}

function walkBase(d: Drawing, base: Expression, { cls, owner }: ScopeModel, context: Context): void {
  if (base.t !== 'name' && base.t !== 'attr') visit(d, base, context);
  const classes = d.m.evaluate(base, context).filter((value) => value.t === 'class' && value.cls !== cls);
  const sure = classes.length === 1 && isStatic(d.m, base, context) ? 'exact' : 'inferred';
  for (const of of classes)
    if (of.t === 'class') draw({ ...d, owner }, 'INHERITS', of.cls.entity.id, base.at, sure);
}

/** Annotations are the function's own, defaults are evaluated around it. */
function walkSignature(d: Drawing, facts: FunctionScope, { owner }: ScopeModel, context: Context): void {
  const inside = { ...d, owner };
  for (const { annotation, default: given } of facts.parameters) {
    if (annotation) visitAnnotation(inside, annotation, context);
    if (given) visit(d, given, context);
  }
  if (facts.returns) visitAnnotation(inside, facts.returns, context);
}

/** Names in an annotation, also in one that is a string. */
function visitAnnotation(d: Drawing, of: Expression, context: Context): void {
  const isText = of.t === 'const' && of.type === 'str' && typeof of.value === 'string';
  const parsed = isText ? parseAnnotation(String(of.value), of.at) : of;
  if (parsed && parsed.t !== 'const')
    visit(d, parsed, isText ? { ...context, step: Number.POSITIVE_INFINITY } : context);
}

function visit(d: Drawing, of: Expression, context: Context): void {
  if (d.depth > maxDepth || of.t === 'const') return;
  d.depth += 1;
  visitInner(d, of, context);
  d.depth -= 1;
}

function visitInner(d: Drawing, of: Exclude<Expression, { t: 'const' }>, context: Context): void {
  switch (of.t) {
    case 'name': {
      const bindings = d.m.bindings(of.id, context, lineAt(of.at));
      const found = allDefinitions(d.m, bindings);
      drawReferences(d, found, of.at, 'exact');
      return;
    }
    case 'attr':
      visit(d, of.of, context);
      drawAttribute(d, of, context);
      return;
    case 'call':
      visitCall(d, of, context);
      return;
    case 'lambda':
    case 'comp': {
      const inner = context.scope.file.scopes[of.scope];
      if (!inner) return;
      inner.parentStep = context.step;
      walkScope(d, inner);
      return;
    }
    default:
      for (const part of partsOf(of)) visit(d, part, context);
  }
}

function drawAttribute(d: Drawing, of: Extract<Expression, { t: 'attr' }>, context: Context): void {
  const owners = d.m.evaluate(of.of, context);
  const found = memberDefinitions(d.m, owners, of.name);
  if (found.length === 0) return;
  drawReferences(d, found, of.at, isStatic(d.m, of.of, context) ? 'exact' : 'inferred');
}

function visitCall(d: Drawing, of: Extract<Expression, { t: 'call' }>, context: Context): void {
  if (of.fn.t === 'attr') visit(d, of.fn.of, context);
  else if (of.fn.t !== 'name') visit(d, of.fn, context);
  for (const arg of of.args) visit(d, arg, context);
  for (const [, value] of of.keywords) visit(d, value, context);
  drawCall(d, of, context);
}
