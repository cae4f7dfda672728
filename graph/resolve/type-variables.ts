import type { Expression } from '../domain/facts.ts';
import { parseAnnotation } from './annotation-text.ts';
import { nothing, union, type Values } from './engine.ts';
import type { Machine } from './machine.ts';
import type { Context, FunctionModel, ParameterModel } from './model.ts';

const optional = /(^|\.)(Optional|Union)$/;

/**
 * What a function's annotated result is (PEP 484, generics): where it is a type variable that a parameter is
 * annotated with, whatever a caller passes for that parameter; nothing where the annotation says nothing.
 */
export function declaredResult(m: Machine, fn: FunctionModel, of: Expression, context: Context): Values {
  if (of.t === 'binary')
    return union(declaredResult(m, fn, of.left, context), declaredResult(m, fn, of.right, context));
  if (of.t === 'const' && of.type === 'str' && typeof of.value === 'string') {
    const inner = parseAnnotation(of.value, of.at);
    return inner && inner.t !== 'const' && mentions(fn, inner)
      ? declaredResult(m, fn, inner, { scope: context.scope, step: Number.POSITIVE_INFINITY })
      : m.annotation(of, context);
  }
  if (of.t === 'item' && mentions(fn, of)) return insideUnion(m, fn, of, context);
  if (of.t !== 'name') return m.annotation(of, context);
  const parameter = parameterOf(fn, of.id);
  if (!parameter || !isTypeVariable(m, of, context)) return m.annotation(of, context);
  return passedFor(m, fn, parameter, of.id);
}

function insideUnion(
  m: Machine,
  fn: FunctionModel,
  of: Extract<Expression, { t: 'item' }>,
  context: Context,
): Values {
  const heads = m.evaluate(of.of, context);
  if (!heads.some((head) => head.t === 'external' && optional.test(head.path)))
    return m.annotation(of, context);
  const options = of.index.t === 'tuple' ? of.index.items : [of.index];
  let found: Values = nothing;
  for (const option of options) found = union(found, declaredResult(m, fn, option, context));
  return found;
}

/** One that is declared in brackets (PEP 695) has no value. */
function isTypeVariable(m: Machine, of: Expression, context: Context): boolean {
  const values = m.evaluate(of, context);
  return values.length === 0 || values.some(({ t }) => t === 'type-variable');
}

/** `T` itself, or `type[T]`. */
const isAnnotatedWith = ({ facts: { annotation } }: ParameterModel, name: string): boolean => {
  const inner = annotation?.t === 'item' && isType(annotation.of) ? annotation.index : annotation;
  return inner?.t === 'name' && inner.id === name;
};

const isType = (of: Expression): boolean =>
  (of.t === 'name' && (of.id === 'Type' || of.id === 'type')) || (of.t === 'attr' && of.name === 'Type');

const parameterOf = ({ parameters }: FunctionModel, name: string): ParameterModel | undefined =>
  parameters.find((parameter) => isAnnotatedWith(parameter, name));

/** Whether a parameter's annotation is a name that stands in the expression too. */
function mentions(fn: FunctionModel, of: Expression): boolean {
  if (of.t === 'name') return parameterOf(fn, of.id) !== undefined;
  if (of.t === 'binary') return mentions(fn, of.left) || mentions(fn, of.right);
  if (of.t === 'item') return mentions(fn, of.index);
  return of.t === 'tuple' && of.items.some((item) => mentions(fn, item));
}

function passedFor(m: Machine, fn: FunctionModel, parameter: ParameterModel, name: string): Values {
  const { annotation, kind } = parameter.facts;
  const isClass = annotation?.t === 'item';
  if (fn.owner && parameter.index === 0 && fn.entity.role !== 'static') return [fn.owner.selfInstance];
  if (kind.startsWith('var')) return nothing;
  const as = isClass ? 'made' : 'argument';
  return [
    m.pool.at(parameter, `${as} ${name}`, () => ({ t: 'argument', parameter, wraps: false, made: isClass })),
  ];
}
