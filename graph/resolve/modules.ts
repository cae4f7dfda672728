import type { FileFacts } from '../domain/facts.ts';
import type { FileModel } from './model.ts';
import { standardLibrary } from './standard-library.ts';
import type { Value } from './value.ts';

/** A module or package, or a folder that is a namespace package (PEP 420) and then has no file. */
export interface Package {
  readonly name: string;
  file: FileModel | null;
  readonly children: Map<string, Package>;
  readonly value: Value;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const packageFile = /(^|\/)__init__\.py$/;

/**
 * Folders that stand on the import path below the root: every `src` (or `lib`) that is no package itself
 * (the src layout of the Python packaging guide).
 */
export function sourceRoots(paths: readonly string[]): string[] {
  const packages = new Set(paths.filter((path) => packageFile.test(path)).map(folderOf));
  const roots = new Set<string>();
  for (const path of paths) {
    const folders = folderOf(path).split('/');
    const at = folders.findIndex((name) => name === 'src' || name === 'lib');
    if (at < 0) continue;
    const root = folders.slice(0, at + 1).join('/');
    const outside = folders
      .slice(0, at)
      .every((_, index) => !packages.has(folders.slice(0, index + 1).join('/')));
    if (outside && !packages.has(root)) roots.add(root);
  }
  return [...roots].sort((a, b) => b.length - a.length);
}

/** The dotted name under which a file is imported. A root `__init__.py` is named after nothing: ''. */
export function moduleName(path: string, roots: readonly string[]): string {
  const root = roots.find((folder) => path.startsWith(`${folder}/`));
  const inside = root === undefined ? path : path.slice(root.length + 1);
  return inside
    .replace(/(^|\/)__init__\.py$/, '')
    .replace(/\.py$/, '')
    .replaceAll('/', '.');
}

export const isPackageFile = (path: string): boolean => packageFile.test(path);

function newPackage(name: string): Package {
  const children = new Map<string, Package>();
  const made: { -readonly [K in keyof Package]: Package[K] } = {
    name,
    file: null,
    children,
    value: { t: 'external', path: name },
  };
  made.value = { t: 'module', module: made };
  return made;
}

/** All modules by dotted name, and the places where Python, or a reader, would look for an import. */
export class Modules {
  readonly #root = newPackage('');
  /** By name relative to a folder that is no package, where just one such folder has it. */
  readonly #loose = new Map<string, Package | null>();
  readonly #found = new Map<string, Package | null>();
  readonly #byFile = new Map<FileModel, Package>();

  constructor(files: readonly FileModel[]) {
    for (const file of files) this.#place(file);
    const packages = new Set(files.filter((file) => file.isPackage).map(({ path }) => folderOf(path)));
    for (const file of files) this.#placeLoose(file, packages);
  }

  #place(file: FileModel): void {
    let at = this.#root;
    if (file.module !== '')
      for (const part of file.module.split('.')) {
        const child = at.children.get(part) ?? newPackage(at.name === '' ? part : `${at.name}.${part}`);
        at.children.set(part, child);
        at = child;
      }
    if (!at.file || file.isPackage) at.file = file;
    this.#byFile.set(file, at);
  }

  #placeLoose(file: FileModel, packages: ReadonlySet<string>): void {
    const own = file.isPackage ? folderOf(file.path) : file.path;
    let folder = folderOf(own);
    while (folder !== '' && packages.has(folder)) folder = folderOf(folder);
    if (folder === '') return;
    const name = (own.slice(folder.length + 1).split('/')[0] ?? '').replace(/\.py$/, '');
    if (standardLibrary.has(name)) return;
    const top = this.find(folder.split('/').concat(name).join('.')) ?? null;
    const known = this.#loose.get(name);
    if (known === undefined) this.#loose.set(name, top);
    else if (known !== top) this.#loose.set(name, null);
  }

  packageOf(file: FileModel): Package | undefined {
    return this.#byFile.get(file);
  }

  find(dotted: string): Package | undefined {
    const known = this.#found.get(dotted);
    if (known !== undefined) return known ?? undefined;
    const found = this.#down(this.#root, dotted);
    this.#found.set(dotted, found ?? null);
    return found;
  }

  #down(from: Package, dotted: string): Package | undefined {
    if (dotted === '') return from;
    let at: Package | undefined = from;
    for (const part of dotted.split('.')) {
      at = at.children.get(part);
      if (!at) return undefined;
    }
    return at;
  }

  /** `import dotted` in `file`: from the roots, beside the file, or in the one other folder that has it. */
  absolute(dotted: string, file: FileModel): Package | undefined {
    const found = this.find(dotted);
    if (found) return found;
    const first = dotted.split('.')[0] ?? '';
    if (standardLibrary.has(first)) return undefined;
    const beside = file.module.split('.').slice(0, file.isPackage ? undefined : -1);
    const near = beside.length > 0 ? this.find([...beside, dotted].join('.')) : undefined;
    if (near) return near;
    const loose = this.#loose.get(first);
    return loose ? this.#down(loose, dotted.split('.').slice(1).join('.')) : undefined;
  }

  /** `from ..dotted import` in `file` (PEP 328). */
  relative(level: number, dotted: string, file: FileModel): Package | undefined {
    const parts = file.module === '' ? [] : file.module.split('.');
    const up = level - (file.isPackage ? 1 : 0);
    if (up > parts.length) return undefined;
    const base = parts.slice(0, parts.length - up);
    return this.find([...base, ...(dotted === '' ? [] : [dotted])].join('.'));
  }
}

/** Paths in the order in which entities and ordinals are given. */
export const byPath = <T extends { readonly path: string; readonly facts: FileFacts }>(
  files: readonly T[],
): T[] => [...files].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
