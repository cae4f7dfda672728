import type { Value } from './value.ts';

export type Values = readonly Value[];
export const nothing: Values = [];

/** More possible values than this say nothing: further ones are left out. */
const maxValues = 16;
/** After so many changes a cell only grows, so that every fixpoint ends. */
const replacements = 6;
const maxRuns = 40;
/** Cells computed inside each other before the rest is put off; keeps the stack small on deep input. */
const maxDepth = 80;

const cellsBetweenPauses = 200;

/** A set of values that others depend on; recomputed when what it read has changed. */
export interface Cell {
  values: Values;
  /** What others put in, besides what it computes. */
  added: Values;
  readonly compute: (() => Values) | null;
  /** Runs after all other work, so that it sees settled values. */
  readonly late: boolean;
  /** Cells that have read it; some more than once. */
  dependents: Cell[] | null;
  lastReader: Cell | null;
  state: 'new' | 'running' | 'done';
  queued: boolean;
  runs: number;
}

export function union(left: Values, right: Values): Values {
  if (right.length === 0 || left === right) return left;
  if (left.length === 0) return right;
  const more = right.filter((value) => !left.includes(value));
  return more.length === 0 ? left : [...left, ...more].slice(0, maxValues);
}

const same = (left: Values, right: Values): boolean =>
  left === right || (left.length === right.length && left.every((value) => right.includes(value)));

/**
 * Demand-driven evaluation with dependency tracking: a cell is computed when first read, remembers who read it,
 * and makes its readers run again when it changes. Cycles read what is known so far.
 */
export class Engine {
  #current: Cell | null = null;
  #depth = 0;
  readonly #soon: Cell[] = [];
  readonly #late: Cell[] = [];
  #lateDone = 0;
  /** Results of expressions within the cell that runs now. */
  #memo: Map<object, Values> | null = null;

  cell(compute: (() => Values) | null, late = false): Cell {
    return {
      values: nothing,
      added: nothing,
      compute,
      late,
      dependents: null,
      lastReader: null,
      state: 'new',
      queued: false,
      runs: 0,
    };
  }

  recall(of: object): Values | undefined {
    return this.#memo?.get(of);
  }

  remember(of: object, values: Values): void {
    this.#memo ??= new Map();
    this.#memo.set(of, values);
  }

  read(cell: Cell): Values {
    if (cell.state === 'new' && cell.compute) {
      if (this.#depth < maxDepth) this.#run(cell);
      else this.enqueue(cell);
    }
    // Only now: who reads it for the first time has no older value to correct.
    if (this.#current && cell.lastReader !== this.#current) {
      cell.lastReader = this.#current;
      // Most have one reader, and a list that was pushed to has room for sixteen more.
      if (cell.dependents) cell.dependents.push(this.#current);
      else cell.dependents = [this.#current];
    }
    return cell.values;
  }

  /** Adds to a cell from outside; `limit` values at most, beyond which it becomes unknown for good. */
  add(cell: Cell, values: Values, limit = maxValues): void {
    if (cell.state === 'done' && cell.compute === null) return;
    const added = union(cell.added, values);
    if (added === cell.added) return;
    const full = added.length > limit;
    if (full && cell.compute === null) cell.state = 'done';
    cell.added = full ? nothing : added;
    const next = full ? nothing : union(cell.values, added);
    if (next === cell.values) return;
    cell.values = next;
    this.#notify(cell);
  }

  enqueue(cell: Cell): void {
    if (cell.queued || cell.runs >= maxRuns) return;
    cell.queued = true;
    (cell.late ? this.#late : this.#soon).push(cell);
  }

  /** Runs until nothing changes any more. */
  settle(): void {
    for (const _pause of this.settleInSteps());
  }

  /** As `settle`, with a pause every now and then. */
  *settleInSteps(): Generator<undefined, void> {
    for (let runs = 1; ; runs++) {
      if (runs % cellsBetweenPauses === 0) yield;
      const cell = this.#soon.pop() ?? this.#late[this.#lateDone];
      if (!cell) return;
      if (cell.late) this.#lateDone++;
      cell.queued = false;
      if (cell.state !== 'running') this.#run(cell);
    }
  }

  #notify(cell: Cell): void {
    const { dependents } = cell;
    if (!dependents) return;
    // Whoever runs again reads again.
    cell.dependents = null;
    cell.lastReader = null;
    for (const dependent of dependents) this.enqueue(dependent);
  }

  #run(cell: Cell): void {
    if (!cell.compute) return;
    const outer = this.#current;
    const memo = this.#memo;
    this.#current = cell;
    this.#memo = null;
    this.#depth += 1;
    cell.state = 'running';
    cell.runs += 1;
    const computed = union(cell.compute(), cell.added);
    const next = cell.runs > replacements ? union(cell.values, computed) : computed;
    cell.state = 'done';
    this.#depth -= 1;
    this.#current = outer;
    this.#memo = memo;
    if (same(cell.values, next)) return;
    cell.values = next;
    this.#notify(cell);
  }
}
