import { isBuiltin } from './builtins.ts';
import { nothing, union, type Values } from './engine.ts';
import type { Export, Machine } from './machine.ts';
import type { Binding, Context, ScopeModel } from './model.ts';
import type { Package } from './modules.ts';

const noBindings: readonly Binding[] = [];
const end = Number.POSITIVE_INFINITY;

interface Use {
  readonly step: number;
  readonly line: number;
}

/** Whether whoever passes the binding's block still has its value at the use. */
const dominates = ({ branch }: Binding, { line }: Use): boolean => !branch || line <= branch.untilLine;

function wrapsAround(binding: Binding, { line }: Use): boolean {
  const loop = binding.branch?.loopLine;
  return loop !== undefined && line >= loop;
}

/**
 * The bindings that may hold where the use stands: backwards up to one that always runs, and those that an
 * earlier round of a loop may have left. `scope` is the one that keeps the name.
 */
export function reaching(bindings: readonly Binding[], scope: ScopeModel, use: Use): Binding[] {
  const found: Binding[] = [];
  let later: Binding[] = [];
  for (let at = bindings.length - 1; at >= 0; at -= 1) {
    const binding = bindings[at];
    if (!binding || binding.scope !== scope) continue;
    if (binding.step >= use.step) {
      if (binding.step > use.step && wrapsAround(binding, use)) later.push(binding);
      continue;
    }
    const sure = dominates(binding, use);
    if (!sure && binding.branch?.leaves) continue;
    found.push(binding);
    if (!sure) continue;
    later = later.filter(({ branch }) => binding.line < (branch?.loopLine ?? 0));
    break;
  }
  return found.length + later.length === 0 ? found : [...found, ...later];
}

/** What a name holds for those who look when its scope has run: its last value, and what others gave it. */
export function settled(bindings: readonly Binding[], scope: ScopeModel): readonly Binding[] {
  if (bindings.length === 1) return bindings;
  const remote = bindings.filter((binding) => binding.scope !== scope);
  const own = reaching(bindings, scope, { step: end, line: end });
  const found = [...own, ...remote];
  return found.length === 0 ? bindings : found;
}

const seesClass = (scope: ScopeModel): boolean => scope.facts.t === 'comprehension';

/** Bindings of a name by Python's scopes (reference, section 4.2.2), with the order of statements. */
export function findBindings(m: Machine, name: string, context: Context, line: number): readonly Binding[] {
  const global = context.scope.globals.has(name);
  let at: ScopeModel | null = global ? (context.scope.file.scopes[0] ?? null) : context.scope;
  let step = context.step;
  let flows = at === context.scope;
  let classVisible = flows;
  for (; at; at = at.parent) {
    const known = at.names.get(name);
    if (known && (at.facts.t !== 'class' || classVisible)) {
      const found = flows ? reaching(known, at, { step, line }) : settled(known, at);
      if (found.length > 0) return found;
      if (at.facts.t !== 'class' && !starred(m, at, name)) return known;
    }
    if (at.parent === null) return starred(m, at, name)?.bindings ?? noBindings;
    flows = flows && at.facts.t === 'comprehension';
    classVisible = classVisible && seesClass(at);
    step = at.parentStep;
  }
  return noBindings;
}

const importing = new Set<ScopeModel>();

/** What star imports of a module's body give the name. */
function starred(m: Machine, scope: ScopeModel, name: string): Export | undefined {
  if (scope.stars.length === 0 || importing.has(scope)) return undefined;
  importing.add(scope);
  try {
    for (const { level, module } of scope.stars.toReversed()) {
      const from =
        level > 0 ? m.modules.relative(level, module, scope.file) : m.modules.absolute(module, scope.file);
      if (!from?.file || !isPublic(from, name)) continue;
      const found = findExport(m, from, name);
      if (found.bindings.length > 0) return found;
    }
    return undefined;
  } finally {
    importing.delete(scope);
  }
}

/** Whether `from module import *` brings the name: by `__all__` where it is a plain list, else by its look. */
function isPublic({ file }: Package, name: string): boolean {
  const all = file?.scopes[0]?.names.get('__all__');
  if (!all) return !name.startsWith('_');
  const [only, second] = all;
  if (second) return true;
  const value = only?.source.t === 'value' ? only.source.statement.value : null;
  if (value?.t !== 'list' && value?.t !== 'tuple') return true;
  return value.items.some((item) => item.t !== 'const' || item.value === name);
}

export function findExport(m: Machine, module: Package, name: string): Export {
  const scope = module.file?.scopes[0];
  const submodule = module.children.get(name) ?? null;
  if (!scope) return { bindings: [], submodule, outside: false };
  const known = scope.names.get(name);
  if (known) return { bindings: settled(known, scope), submodule, outside: false };
  const star = starred(m, scope, name);
  if (star) return star;
  const outside = scope.stars.some(
    ({ level, module: from }) => level === 0 && !m.modules.absolute(from, scope.file),
  );
  return { bindings: [], submodule, outside };
}

export function exportedValues(m: Machine, module: Package, name: string): Values {
  const { bindings, submodule, outside } = findExport(m, module, name);
  let found: Values = nothing;
  for (const binding of bindings) found = union(found, m.bound(binding));
  if (bindings.length === 0 && submodule) return [submodule.value];
  if (bindings.length === 0 && (outside || /^__\w+__$/.test(name))) return [m.pool.foreign()];
  return found;
}

export function nameValues(m: Machine, name: string, context: Context, line: number): Values {
  const bindings = findBindings(m, name, context, line);
  let found: Values = nothing;
  for (const binding of bindings) found = union(found, m.bound(binding));
  if (bindings.length > 0) return found;
  return isBuiltin(name) ? [m.pool.external(`builtins.${name}`)] : nothing;
}
