import { isBuiltin } from './builtins.ts';
import { uncovered } from './covered.ts';
import { nothing, union, type Values } from './engine.ts';
import type { Export, Machine } from './machine.ts';
import type { Binding, Context, ScopeModel } from './model.ts';
import type { Package } from './modules.ts';
import { isPublic } from './public-names.ts';

const noBindings: readonly Binding[] = [];
const end = Number.POSITIVE_INFINITY;

interface Use {
  readonly step: number;
  readonly line: number;
}

interface Look extends Use {
  /** Not from a function that is defined in the scope. */
  readonly inside: boolean;
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
export function reaching(bindings: readonly Binding[], scope: ScopeModel, use: Use): readonly Binding[] {
  const [only, second] = bindings;
  if (!second && only && !only.branch && only.scope === scope && only.step < use.step) return bindings;
  const own = bindings.filter((binding) => binding.scope === scope);
  const before = own.filter(({ step }) => step < use.step).reverse();
  const sure = before.findIndex((binding) => dominates(binding, use));
  const last = before[sure];
  const seen = before
    .slice(0, last ? sure + 1 : undefined)
    .filter((binding) => binding === last || !binding.branch?.leaves);
  const left = seen.length > 1 ? uncovered(seen, scope, use.line) : seen;
  const around = own.filter((binding) => binding.step > use.step && wrapsAround(binding, use));
  const later = last ? around.filter(({ branch }) => last.line < (branch?.loopLine ?? 0)) : around;
  return later.length === 0 ? left : [...left, ...later];
}

/** What a name holds for those who look when its scope has run: its last value, and what others gave it. */
export function settled(bindings: readonly Binding[], scope: ScopeModel): readonly Binding[] {
  if (bindings.length === 1) return bindings;
  const remote = bindings.filter((binding) => binding.scope !== scope);
  const own = reaching(bindings, scope, { step: end, line: end });
  const found = [...own, ...remote];
  return found.length === 0 ? bindings : found;
}

/**
 * What a function's name may hold while a function that was defined inside it at `use` runs: its value there, and
 * what comes later.
 */
function captured(bindings: readonly Binding[], scope: ScopeModel, use: Use): readonly Binding[] {
  if (bindings.length === 1) return bindings;
  const then = reaching(bindings, scope, use);
  const since = bindings.filter((binding) => binding.scope !== scope || binding.step >= use.step);
  return [...new Set([...then, ...since])];
}

/** Bindings of a name by Python's scopes (reference, section 4.2.2), with the order of statements. */
export function findBindings(m: Machine, name: string, context: Context, line: number): readonly Binding[] {
  const isGlobal = context.scope.globals.has(name);
  let at: ScopeModel | null = isGlobal ? (context.scope.file.scopes[0] ?? null) : context.scope;
  let { step } = context;
  // Inside the scope, and in comprehensions of it, the order of statements counts and a class body's names are seen.
  let inside = at === context.scope;
  for (; at; at = at.parent) {
    const found = inScope(m, at, name, { step, line, inside });
    if (found) return found;
    inside = inside && at.facts.t === 'comprehension';
    step = at.parentStep;
  }
  return noBindings;
}

/** What the scope itself says. */
function inScope(m: Machine, scope: ScopeModel, name: string, use: Look): readonly Binding[] | undefined {
  const isClass = scope.facts.t === 'class';
  const known = isClass && !use.inside ? undefined : scope.names.get(name);
  const found = known ? held(m, known, scope, use) : noBindings;
  if (found.length > 0) return found;
  const star = scope.parent === null ? starred(m, scope, name)?.bindings : undefined;
  return star ?? (isClass ? undefined : known);
}

function held(m: Machine, known: readonly Binding[], scope: ScopeModel, use: Look): readonly Binding[] {
  if (!use.inside) return scope.facts.t === 'function' ? captured(known, scope, use) : settled(known, scope);
  const found = reaching(known, scope, use);
  const isOpen = scope.facts.t === 'function' || (m.asRun && scope.facts.t === 'module');
  if (known.length === 1 || !isOpen || found.length === 0) return found;
  // What functions inside give the name by `nonlocal` or `global`, whenever they run.
  return [...found, ...known.filter((binding) => binding.scope !== scope)];
}

const importing = new Set<ScopeModel>();

/** What star imports of a module's body give the name. */
function starred(m: Machine, scope: ScopeModel, name: string): Export | undefined {
  if (scope.stars.length === 0 || importing.has(scope)) return undefined;
  importing.add(scope);
  try {
    for (const statement of scope.stars.toReversed()) {
      const found = fromStar(m, scope, statement, name);
      if (found) return found;
    }
    return undefined;
  } finally {
    importing.delete(scope);
  }
}

function fromStar(
  m: Machine,
  { file }: ScopeModel,
  { level, module }: ScopeModel['stars'][number],
  name: string,
): Export | undefined {
  const from = level > 0 ? m.modules.relative(level, module, file) : m.modules.absolute(module, file);
  if (!from?.file || !isPublic(m, from, name)) return undefined;
  const found = findExport(m, from, name);
  return found.bindings.length > 0 ? found : undefined;
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
