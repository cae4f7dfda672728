import type { Expression, Statement } from '../domain/facts.ts';
import type { Machine } from './machine.ts';
import type { Context, ScopeModel } from './model.ts';
import type { Package } from './modules.ts';

/** What a module's `__all__` lists; `null` where not all of it is known. */
type Listed = ReadonlySet<string> | null;

const known = new WeakMap<ScopeModel, Listed>();

/** Whether `from module import *` brings the name: by `__all__` where that is known, else by its look. */
export function isPublic(m: Machine, module: Package, name: string): boolean {
  const scope = module.file?.scopes[0];
  if (!scope?.names.has('__all__')) return !name.startsWith('_');
  return listedBy(m, scope)?.has(name) ?? true;
}

function listedBy(m: Machine, scope: ScopeModel): Listed {
  const found = known.get(scope);
  if (found !== undefined) return found;
  // Modules whose lists are made of each other's in a circle.
  known.set(scope, null);
  const listed = built(m, scope);
  known.set(scope, listed);
  return listed;
}

/** `__all__` as its assignments, `+=`, `extend`, `append` and `remove` build it, in whatever branches they stand. */
function built(m: Machine, scope: ScopeModel): Listed {
  const names = new Set<string>();
  for (const [step, statement] of scope.facts.body.entries()) {
    const written = writtenBy(statement);
    if (written === undefined) continue;
    const added = written && namesIn(m, written, { scope, step });
    if (!added) return null;
    for (const name of added) names.add(name);
  }
  return names;
}

const isAll = (of: Expression | { readonly t: 'unpack' }): boolean => of.t === 'name' && of.id === '__all__';

/** What a statement puts into `__all__`: `undefined` where nothing, `null` where that cannot be told. */
function writtenBy(statement: Statement): Expression | null | undefined {
  if (statement.t === 'bind') return isAll(statement.target) ? statement.value : undefined;
  if (statement.t !== 'use' || statement.value.t !== 'call') return undefined;
  const { fn, args, at } = statement.value;
  if (fn.t !== 'attr' || !isAll(fn.of)) return undefined;
  if (fn.name === 'extend') return args[0] ?? null;
  if (fn.name === 'append') return { t: 'list', items: args, at };
  return fn.name === 'remove' ? undefined : null;
}

const most = 50;

function namesIn(m: Machine, of: Expression, context: Context, depth = 0): readonly string[] | null {
  if (depth > most) return null;
  const all = (parts: readonly Expression[]): readonly string[] | null => {
    const found = parts.map((part) => namesIn(m, part, context, depth + 1));
    return found.some((names) => names === null) ? null : found.flatMap((names) => names ?? []);
  };
  switch (of.t) {
    case 'list':
    case 'tuple':
    case 'set':
      return all(of.items);
    case 'const':
      return typeof of.value === 'string' ? [of.value] : null;
    case 'star':
      return namesIn(m, of.of, context, depth + 1);
    case 'binary':
      return of.op === '+' ? all([of.left, of.right]) : null;
    case 'attr':
      return of.name === '__all__' ? namesOf(m, of.of, context) : null;
    default:
      return null;
  }
}

/** `module.__all__`; a submodule is there by its name once anything has been imported from it. */
function namesOf(m: Machine, of: Expression, context: Context): readonly string[] | null {
  const { file } = context.scope;
  const child =
    of.t === 'name' && file.isPackage ? m.modules.packageOf(file)?.children.get(of.id) : undefined;
  const [value] = child ? [child.value] : m.evaluate(of, context);
  const scope = value?.t === 'module' ? value.module.file?.scopes[0] : undefined;
  const listed = scope?.names.has('__all__') ? listedBy(m, scope) : null;
  return listed && [...listed];
}
