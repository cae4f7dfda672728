import type { Expression } from '../domain/facts.ts';
import { lineAt, positionAt } from '../domain/position.ts';
import { containerAt } from './containers.ts';
import { declaredOr } from './declared.ts';
import { nothing, union, type Values } from './engine.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Context, FunctionModel } from './model.ts';
import { declaredResult } from './type-variables.ts';

const contextManagers = /(^|\.)(async)?contextmanager$/;

/** What calling the function gives, by its annotation or its `return` and `yield` statements. */
export function resultValues(m: Machine, fn: FunctionModel): Values {
  fn.result ??= m.engine.cell(() => computeResult(m, fn));
  return m.engine.read(fn.result);
}

function computeResult(m: Machine, fn: FunctionModel): Values {
  const { facts, scope } = fn;
  const outer: Context = { scope: scope.parent ?? scope, step: scope.parentStep };
  const isPlain = !facts.isGenerator && !facts.isAsync;
  const declared = !facts.returns
    ? nothing
    : isPlain
      ? declaredResult(m, fn, facts.returns, outer)
      : m.annotation(facts.returns, outer);
  const manages = facts.decoratorTexts.some((text) => contextManagers.test(text));
  if (facts.isGenerator) {
    const elements = () => flatMap(declared, (value) => m.elements(value, fn));
    const yielded = () => {
      if (declared.length === 0) return yields(m, fn);
      return m.asRun ? declaredOr(m, elements(), () => yields(m, fn)) : elements();
    };
    return [containerAt(m, fn, '', manages ? 'manager' : 'generator', yielded)];
  }
  if (facts.isAsync)
    return [
      containerAt(m, fn, 'awaitable', 'awaitable', () => declaredOr(m, declared, () => returns(m, fn))),
    ];
  return declaredOr(m, declared, () => returns(m, fn));
}

function returns(m: Machine, { scope, facts }: FunctionModel): Values {
  let found: Values = nothing;
  for (const { statement, step } of scope.results)
    if (statement.t === 'return' && statement.value)
      found = union(found, returned(m, statement.value, { scope, step }));
  return facts.isAsync ? found.filter(({ t }) => t !== 'argument') : found;
}

/** A parameter that is returned as it is stands for whatever a caller passes. */
function returned(m: Machine, of: Expression, context: Context): Values {
  if (of.t === 'choice') {
    let found: Values = nothing;
    for (const option of of.options) found = union(found, returned(m, option, context));
    return found;
  }
  return of.t === 'name' ? argumentOr(m, of.id, lineAt(of.at), context) : m.evaluate(of, context);
}

export function argumentOr(m: Machine, name: string, line: number, context: Context, wraps = false): Values {
  const bindings = m.bindings(name, context, line);
  const [only, second] = bindings;
  const parameter = !second && only?.source.t === 'parameter' ? only.source.parameter : undefined;
  const { annotation, kind } = parameter?.facts ?? { annotation: null, kind: 'var-keyword' };
  const isReceiver =
    parameter?.scope.fn?.owner && parameter.index === 0 && parameter.scope.fn.entity.role !== 'static';
  if (!parameter || isReceiver || annotation || kind.startsWith('var'))
    return m.evaluate({ t: 'name', id: name, at: positionAt(line, 1) }, context);
  return [
    m.pool.at(parameter, wraps ? 'wraps' : 'argument', () => ({
      t: 'argument',
      parameter,
      wraps,
      made: false,
    })),
  ];
}

function yields(m: Machine, { scope }: FunctionModel): Values {
  let found: Values = nothing;
  for (const { statement, step } of scope.results) {
    if (statement.t === 'return' || !statement.value) continue;
    const values = m.evaluate(statement.value, { scope, step });
    const inner =
      statement.t === 'yield-from' ? flatMap(values, (value) => m.elements(value, statement)) : values;
    found = union(found, inner);
  }
  return found;
}
