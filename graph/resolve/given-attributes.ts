import { type Cell, type Engine, nothing, union, type Values } from './engine.ts';
import type { ClassModel } from './model.ts';
import type { Value } from './value.ts';

type Owners = readonly object[];

/**
 * Attributes that code outside an object's own class gives it: `c.handler = f`, `f.cache = g`, `module.hook = h`.
 * Kept by class, function or module; filled in call graphs alone.
 */
export class GivenAttributes {
  readonly #cells = new Map<object, Map<string, Cell>>();

  /** Notes that `value.name = values`. */
  give(engine: Engine, value: Value, name: string, values: Values): void {
    const [owner] = ownersOf(value, []);
    const kept = values.filter(({ t }) => t !== 'const' && t !== 'argument');
    if (owner && kept.length > 0) engine.add(this.#cell(engine, owner, name), kept);
  }

  /** What was given to the value, or to the classes it inherits. */
  of(engine: Engine, value: Value, name: string, above: readonly ClassModel[]): Values {
    let found: Values = nothing;
    for (const owner of ownersOf(value, above))
      found = union(found, engine.read(this.#cell(engine, owner, name)));
    return found;
  }

  #cell(engine: Engine, owner: object, name: string): Cell {
    const known = this.#cells.get(owner) ?? new Map<string, Cell>();
    this.#cells.set(owner, known);
    const cell = known.get(name) ?? engine.cell(null);
    known.set(name, cell);
    return cell;
  }
}

function ownersOf(value: Value, above: readonly ClassModel[]): Owners {
  switch (value.t) {
    case 'instance':
    case 'class':
      return [value.cls, ...above];
    case 'function':
    case 'bound':
      return [value.fn];
    case 'lambda':
      return [value.scope];
    case 'module':
      return [value.module];
    default:
      return [];
  }
}
