import type { Expression } from '../domain/facts.ts';
import { lineAt } from '../domain/position.ts';
import { containerAt, unpacked } from './containers.ts';
import { declaredOr } from './declared.ts';
import { nothing, union, type Values } from './engine.ts';
import { flatMap, type Machine } from './machine.ts';
import type { Binding, BindStatement, Context, ParameterModel, ScopeModel } from './model.ts';

/** What a binding gives its name. */
export function boundValues(m: Machine, binding: Binding): Values {
  const { source } = binding;
  if (source.t === 'class') return [source.cls.value];
  if (source.t === 'import') return imported(m, binding, source.statement);
  binding.cell ??= m.engine.cell(() => compute(m, binding));
  return m.engine.read(binding.cell);
}

function compute(m: Machine, { source, scope, step }: Binding): Values {
  if (source.t === 'function') return m.decorated(source.fn);
  if (source.t === 'from') return fromModule(m, source.statement, scope);
  if (source.t === 'parameter') return parameterValues(m, source.parameter);
  if (source.t !== 'value') return nothing;
  const { statement, path } = source;
  const context = { scope, step };
  const { annotation } = statement;
  const declared = annotation && path.length === 0 ? m.annotation(annotation, context) : nothing;
  return declaredOr(m, declared, () => {
    let values = statementValues(m, statement, context);
    for (const part of path) values = unpacked(m, values, part, source);
    return values;
  });
}

function statementValues(m: Machine, statement: BindStatement, context: Context): Values {
  const { form, value, target } = statement;
  if (!value) return nothing;
  const values = m.evaluate(value, context);
  switch (form) {
    case 'for':
      return flatMap(values, (of) => m.elements(of, statement));
    case 'with':
      return flatMap(values, (of) => m.entered(of, statement));
    case 'except':
      return flatMap(values, (of) => caught(m, of));
    case 'augmented':
      return target.t === 'unpack' ? nothing : union(m.evaluate(target, context), values);
    default:
      return values;
  }
}

function caught(m: Machine, type: Values[number]): Values {
  if (type.t === 'class') return [type.cls.instance];
  if (type.t !== 'container') return [m.pool.foreign()];
  return flatMap(m.elements(type, type), (item) =>
    item.t === 'class' ? [item.cls.instance] : [m.pool.foreign()],
  );
}

function imported(
  m: Machine,
  { scope }: Binding,
  { name, alias }: { name: string; alias: string | null },
): Values {
  const wanted = alias === null ? (name.split('.')[0] ?? '') : name;
  const found = m.modules.absolute(wanted, scope.file);
  return [found ? found.value : m.pool.external(wanted)];
}

function fromModule(
  m: Machine,
  { level, module, name }: { level: number; module: string; name: string },
  { file }: ScopeModel,
): Values {
  const from = level > 0 ? m.modules.relative(level, module, file) : m.modules.absolute(module, file);
  if (!from) return level > 0 ? nothing : [m.pool.external(`${module}.${name}`)];
  const own = m.modules.packageOf(file);
  const child = from === own ? from.children.get(name) : undefined;
  return child ? [child.value] : m.exportedValues(from, name);
}

/** The receiver that a method's first parameter is, where it is one. */
export function receiverValue({ scope, index }: ParameterModel): Values[number] | undefined {
  const { fn } = scope;
  if (!fn?.owner || index > 0) return undefined;
  const { role, name } = fn.entity;
  if (role === 'static') return undefined;
  return role === 'class' || name === '__new__' ? fn.owner.selfValue : fn.owner.selfInstance;
}

function parameterValues(m: Machine, parameter: ParameterModel): Values {
  const { facts, scope } = parameter;
  const outer: Context = { scope: scope.parent ?? scope, step: scope.parentStep };
  const receiver =
    facts.kind.startsWith('var') || facts.kind === 'keyword' ? undefined : receiverValue(parameter);
  if (receiver) return [receiver];
  const declared = facts.annotation ? m.annotation(facts.annotation, outer) : nothing;
  if (facts.kind === 'var-positional' || facts.kind === 'var-keyword') {
    const of = facts.kind === 'var-positional' ? 'tuple' : 'dict';
    return [
      containerAt(m, parameter, '', of, () =>
        declaredOr(m, declared, () => m.engine.read(flowsOf(m, parameter))),
      ),
    ];
  }
  return declaredOr(m, declared, () => undeclared(m, parameter, outer));
}

function undeclared(m: Machine, parameter: ParameterModel, outer: Context): Values {
  const flows = m.engine.read(flowsOf(m, parameter));
  const { default: otherwise } = parameter.facts;
  // In a run a call that leaves the argument out passes the default itself.
  if (!otherwise || (m.asRun && flows.length > 0)) return flows;
  const given = m.evaluate(otherwise, outer);
  return union(
    given.filter((value) => value.t !== 'const' || value.type !== 'None'),
    flows,
  );
}

export function flowsOf(m: Machine, parameter: ParameterModel) {
  parameter.flows ??= m.engine.cell(null);
  return parameter.flows;
}

/** What a key or index may be. */
export function keyValues(m: Machine, of: Expression, context: Context): Values {
  const values = m.evaluate(of, context);
  if (of.t !== 'name') return values;
  let found = values;
  for (const { source } of m.bindings(of.id, context, lineAt(of.at))) {
    if (source.t !== 'parameter') continue;
    source.parameter.constants ??= m.engine.cell(null);
    found = union(found, m.engine.read(source.parameter.constants));
  }
  return found;
}
