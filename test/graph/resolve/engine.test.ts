import { describe, expect, it } from 'vitest';
import { type Cell, Engine, nothing, union, type Values } from '../../../graph/resolve/engine.ts';
import { ValuePool } from '../../../graph/resolve/value.ts';

const pool = new ValuePool();
const [a, b, c] = ['a', 'b', 'c'].map((path) => pool.external(path)) as [
  Values[number],
  Values[number],
  Values[number],
];

describe('Engine', () => {
  it('computes a cell once, when it is first read', () => {
    const engine = new Engine();
    let runs = 0;
    const cell = engine.cell(() => {
      runs += 1;
      return [a];
    });
    expect(runs).toBe(0);
    expect([engine.read(cell), engine.read(cell)]).toEqual([[a], [a]]);
    expect(runs).toBe(1);
  });

  it('computes readers again when what they read grows', () => {
    const engine = new Engine();
    const source = engine.cell(null);
    const reader = engine.cell(() => union([c], engine.read(source)));
    expect(engine.read(reader)).toEqual([c]);
    engine.add(source, [a]);
    engine.settle();
    expect(engine.read(reader)).toEqual([c, a]);
  });

  it('finds the fixpoint of cells that read each other', () => {
    const engine = new Engine();
    const cells: Cell[] = [];
    const read = (index: number): Values => {
      const cell = cells[index];
      return cell ? engine.read(cell) : nothing;
    };
    cells.push(
      engine.cell(() => union([a], read(1))),
      engine.cell(() => union([b], read(0))),
    );
    read(0);
    engine.settle();
    expect(read(0)).toEqual(expect.arrayContaining([a, b]));
    expect(read(1)).toEqual(expect.arrayContaining([a, b]));
  });

  it('ends where cells never agree', () => {
    const engine = new Engine();
    let runs = 0;
    const cell: Cell = engine.cell(() => {
      runs += 1;
      return engine.read(cell).length === 0 ? [a] : nothing;
    });
    engine.read(cell);
    engine.settle();
    expect(runs).toBeLessThan(50);
    expect(engine.read(cell)).toEqual([a]);
  });

  it('takes a cell that too many values reach for unknown, for good', () => {
    const engine = new Engine();
    const cell = engine.cell(null);
    engine.add(cell, [a], 2);
    engine.add(cell, [b, c], 2);
    expect(engine.read(cell)).toEqual([]);
    engine.add(cell, [a], 2);
    expect(engine.read(cell)).toEqual([]);
  });

  it('keeps what was added to a cell that also computes', () => {
    const engine = new Engine();
    const source = engine.cell(null);
    const cell = engine.cell(() => engine.read(source));
    engine.read(cell);
    engine.add(cell, [a]);
    engine.add(source, [b]);
    engine.settle();
    expect(engine.read(cell)).toEqual([b, a]);
  });

  it('puts off what is nested too deeply, and still gets there', () => {
    const engine = new Engine();
    const cells: Cell[] = [engine.cell(() => [a])];
    for (let index = 0; index < 1_000; index += 1) {
      const before = cells[index];
      cells.push(engine.cell(() => (before ? engine.read(before) : nothing)));
    }
    const last = cells.at(-1);
    if (!last) throw new Error('no cells');
    engine.read(last);
    engine.settle();
    expect(engine.read(last)).toEqual([a]);
  });
});
