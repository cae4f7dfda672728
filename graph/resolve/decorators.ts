import type { Expression } from '../domain/facts.ts';
import { lineAt } from '../domain/position.ts';
import { nothing, type Values } from './engine.ts';
import { decoratorName } from './entities.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Context, FunctionModel } from './model.ts';
import { argumentOr } from './results.ts';
import type { Value } from './value.ts';

/** Decorators that leave a function what it is to its callers, or are read from its role. */
const transparent = new Set([
  'staticmethod',
  'classmethod',
  'setter',
  'getter',
  'deleter',
  'abstractmethod',
  'overload',
  'override',
  'final',
]);

export const isTransparent = (text: string): boolean => {
  const name = decoratorName(text);
  return transparent.has(name) || name.endsWith('property');
};

/**
 * What a function's name holds after its decorators. Where one is unknown, or from outside, it is taken to
 * return what it was given; `functools.wraps(f)` says that the function stands for `f`. Decorators before `from`
 * are left out.
 */
export function decoratedValue(m: Machine, fn: FunctionModel, from = 0): Values {
  const { decorators, decoratorTexts } = fn.facts;
  const { parent, parentStep } = fn.scope;
  if (!parent) return [fn.value];
  const context: Context = { scope: parent, step: parentStep };
  const current = decorators.reduceRight<Values>(
    (given, decorator, at) => {
      if (at < from) return given;
      const next = applied(m, decorator, decoratorTexts[at] ?? '', context, given);
      return next.length > 0 ? next : given;
    },
    [fn.value],
  );
  const replaced = !m.asRun && !current.some((value) => value === fn.value || value.t === 'argument');
  return replaced ? [fn.value, ...current] : current;
}

function applied(m: Machine, decorator: Expression, text: string, context: Context, given: Values): Values {
  if (isTransparent(text)) return given;
  if (m.asRun && decoratorName(text) === 'wraps') return given;
  const wrapped = decoratorName(text) === 'wraps' ? wrappedBy(m, decorator, context) : undefined;
  if (wrapped) return wrapped;
  const call = { place: decorator, args: [], keywords: [], context, given: [given] };
  const results = flatMap(m.evaluate(decorator, context), (value) =>
    isOurs(value) ? m.call(value, call) : nothing,
  );
  return results.filter((value) => isOurs(value) || value.t === 'argument');
}

const isOurs = ({ t }: Value): boolean =>
  t === 'function' || t === 'bound' || t === 'lambda' || t === 'class' || t === 'partial' || t === 'instance';

function wrappedBy(m: Machine, decorator: Expression, context: Context): Values | undefined {
  if (decorator.t !== 'call') return undefined;
  const [first] = decorator.args;
  if (!first) return undefined;
  return first.t === 'name'
    ? argumentOr(m, first.id, lineAt(first.at), context, true)
    : m.evaluate(first, context);
}
