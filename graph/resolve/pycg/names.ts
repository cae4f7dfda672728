import type { FileModel, ScopeModel } from '../model.ts';
import { isPackageFile } from '../modules.ts';

/** The name of a file's module by its path alone; a package is named after its folder. */
function moduleOf({ path }: FileModel): string {
  const inner = isPackageFile(path) ? path.replace(/\/__init__\.py$/, '') : path;
  return inner.replace(/\.py$/, '').replaceAll('/', '.');
}

/**
 * The names that PyCG gives: `package.module`, `module.Class.method`, `module.function.inner`, and for lambdas
 * `module.function.<lambda1>`, numbered in each scope as they stand in the source. A comprehension has no name of
 * its own: what it calls, the scope around it calls.
 */
export class ScopeNames {
  readonly #names = new Map<ScopeModel, string>();
  /** Modules, functions and lambdas of the files that are asked for: keys of the graph, also where they call nothing. */
  readonly nodes: readonly string[];

  constructor(files: readonly FileModel[], isAsked: (path: string) => boolean) {
    this.nodes = files.flatMap((file) => {
      const names = this.#nameFile(file);
      return isAsked(file.path) ? names : [];
    });
  }

  of(scope: ScopeModel): string {
    return this.#names.get(scope) ?? '';
  }

  #nameFile(file: FileModel): string[] {
    const lambdas = new Map<string, number>();
    return file.scopes.flatMap((scope) => {
      const around = scope.parent ? this.of(scope.parent) : '';
      const name = nameIn(around, scope, lambdas);
      this.#names.set(scope, name);
      const { t } = scope.facts;
      return t === 'class' || t === 'comprehension' ? [] : [name];
    });
  }
}

function nameIn(around: string, { facts, file }: ScopeModel, lambdas: Map<string, number>): string {
  switch (facts.t) {
    case 'module':
      return moduleOf(file);
    case 'class':
    case 'function':
      return `${around}.${facts.name}`;
    case 'lambda': {
      const count = (lambdas.get(around) ?? 0) + 1;
      lambdas.set(around, count);
      return `${around}.<lambda${count}>`;
    }
    case 'comprehension':
      return around;
  }
}

/** Builtin types whose methods are told by type, as PyCG's benchmark tells them: `<**PyStr**>.join`. */
const types: Readonly<Record<string, string>> = {
  str: 'Str',
  bytes: 'Bytes',
  int: 'Int',
  float: 'Float',
  list: 'List',
  tuple: 'Tuple',
  set: 'Set',
  frozenset: 'FrozenSet',
  dict: 'Dict',
};

/** A method of a builtin type, if the type is one that literals make. */
export const methodName = (type: string, method: string): string | undefined =>
  Object.hasOwn(types, type) ? `<**Py${types[type]}**>.${method}` : undefined;

/** What lies outside the repository, by its dotted path; `undefined` where nothing sure can be said. */
export function outsideName(path: string): string | undefined {
  if (path === '') return undefined;
  const [first, name, method, more] = path.split('.');
  if (first !== 'builtins') return path;
  if (name === undefined || more !== undefined) return undefined;
  return method === undefined ? `<builtin>.${name}` : methodName(name, method);
}
