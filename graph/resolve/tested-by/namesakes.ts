import type { EntityId } from '../../domain/entity.ts';
import { kindCode } from '../../domain/relation-table.ts';
import { push, type Uses } from './uses.ts';

const importing = kindCode('IMPORTS');
const bareName = (name: string): string => name.replace(/^test_?/i, '').toLowerCase();
const bareClass = (name: string): string => name.replace(/^Test|Tests?(Case)?$/g, '').toLowerCase();

/** Whom a test is named after, in the files that its own imports: `test_total` → `total`, `CartTests` → `Cart`. */
export class Namesakes {
  readonly #uses: Uses;
  readonly #byFile = new Map<string, Map<string, number[]>>();
  readonly #imported = new Map<string, ReadonlySet<string>>();

  constructor(uses: Uses, isProject: Uint8Array) {
    this.#uses = uses;
    uses.entities.forEach((entity, index) => {
      if (!isProject[index] || (entity.kind !== 'method' && entity.kind !== 'class')) return;
      const names = this.#byFile.get(entity.path) ?? new Map<string, number[]>();
      this.#byFile.set(entity.path, names);
      push(names, entity.name.toLowerCase(), index);
    });
  }

  of(test: number): number[] {
    const entity = this.#uses.entities[test];
    if (entity?.kind !== 'method') return [];
    const cls = this.#uses.entities[this.#uses.indices.get(entity.parentId) ?? -1];
    const names = [bareName(entity.name), ...(cls?.kind === 'class' ? [bareClass(cls.name)] : [])];
    const found = [...this.#importsOf(entity.path)].flatMap((path) =>
      names.flatMap((name) => (name === '' ? [] : (this.#byFile.get(path)?.get(name) ?? []))),
    );
    return found.length <= mostNamesakes ? found : [];
  }

  #importsOf(path: string): ReadonlySet<string> {
    const known = this.#imported.get(path);
    if (known) return known;
    const paths = new Set<string>();
    const file = this.#uses.indices.get(path as EntityId);
    if (file !== undefined)
      for (const to of this.#uses.from(file, importing)) paths.add(this.#uses.entities[to]?.path ?? '');
    this.#imported.set(path, paths);
    return paths;
  }
}

/** A name that more have says nothing. */
const mostNamesakes = 4;
