import { constantOf } from './containers.ts';
import { nothing, union, type Values } from './engine.ts';
import { type Arguments, flatMap, type Machine } from './machine.ts';
import type { Context, ParameterModel } from './model.ts';

/** What a call passes for a parameter; `shift` is how many parameters its receiver fills. */
export function argumentValues(
  m: Machine,
  parameter: ParameterModel,
  call: Arguments,
  shift: number,
): Values {
  const { kind, name } = parameter.facts;
  const at = parameter.index - shift;
  if (at < 0) return nothing;
  if (kind === 'var-positional') return restOf(m, call, at);
  if (kind === 'var-keyword') return keywordsLeft(m, parameter, call);
  const keyword = call.keywords.find(([key]) => key === name);
  if (keyword) return m.evaluate(keyword[1], call.context);
  return kind === 'keyword' ? spreadKeyword(m, name, call) : positional(m, at, name, call);
}

function positional(m: Machine, at: number, name: string, call: Arguments): Values {
  const { given, args, context } = call;
  const known = given[at];
  if (known) return known;
  const index = at - given.length;
  const star = args.findIndex(({ t }) => t === 'star');
  const spread = args[star];
  if (spread && star <= index)
    return flatMap(m.evaluate(spread, context), (value) => {
      // Before a second star the place of each item is known.
      const part =
        value.t === 'container' && star === args.length - 1 ? value.parts.get(index - star) : undefined;
      return part ? m.engine.read(part) : m.elements(value, spread);
    });
  const arg = args[index];
  return arg ? m.evaluate(arg, context) : spreadKeyword(m, name, call);
}

/** From `**d` in the call. */
function spreadKeyword(m: Machine, name: string, { keywords, context }: Arguments): Values {
  const spread = keywords.find(([key]) => key === null);
  if (!spread) return nothing;
  return flatMap(m.evaluate(spread[1], context), (value) => {
    const part = value.t === 'container' ? value.parts.get(name) : undefined;
    return part ? m.engine.read(part) : nothing;
  });
}

function restOf(m: Machine, { given, args, context }: Arguments, from: number): Values {
  let found: Values = nothing;
  for (const values of given.slice(from)) found = union(found, values);
  for (const arg of args.slice(Math.max(0, from - given.length))) {
    const values = m.evaluate(arg, context);
    found = union(found, arg.t === 'star' ? flatMap(values, (value) => m.elements(value, arg)) : values);
  }
  return found;
}

function keywordsLeft(m: Machine, { scope }: ParameterModel, { keywords, context }: Arguments): Values {
  const named = new Set(scope.parameters.map(({ facts }) => facts.name));
  let found: Values = nothing;
  for (const [key, value] of keywords)
    if (key !== null && !named.has(key)) found = union(found, m.evaluate(value, context));
  return found;
}

/** Whether the call surely or maybe has an argument for the parameter. */
export function isGiven({ facts, index }: ParameterModel, call: Arguments, shift: number): boolean {
  const { args, keywords, given } = call;
  if (keywords.some(([key]) => key === null || key === facts.name)) return true;
  if (facts.kind === 'keyword') return false;
  return args.some(({ t }) => t === 'star') || index - shift < given.length + args.length;
}

export const plainCall = (place: object, context: Context): Arguments => ({
  place,
  args: [],
  keywords: [],
  context,
  given: [],
});

export const firstArgument = (m: Machine, { given, args, context }: Arguments, index = 0): Values => {
  const early = given[index];
  if (early) return early;
  const arg = args[index - given.length];
  return arg ? m.evaluate(arg, context) : nothing;
};

export const constantArgument = (m: Machine, call: Arguments, index: number): string | number | undefined =>
  constantOf(firstArgument(m, call, index));
