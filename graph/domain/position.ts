declare const isPosition: unique symbol;

/**
 * A 1-based line and column (UTF-16 code units) in one number: a repository has a million of them, and as pairs
 * they take more memory than all else. Positions of one file compare by line, then column, with `comparePositions`.
 */
export type Position = number & { readonly [isPosition]: true };

// Short lines fit into 31 bits, for which V8 needs no object of its own; others are above 2³¹.
const shortColumns = 2 ** 11;
const shortLines = 2 ** 20;
const longFrom = 2 ** 32;
const longColumns = 2 ** 23;

/** For lines and columns up to 2²³ − 1; no source that is read has more characters. */
export function positionAt(line: number, column: number): Position {
  const at =
    column < shortColumns && line < shortLines
      ? line * shortColumns + column
      : longFrom + line * longColumns + column;
  return at as Position;
}

export function lineAt(at: Position): number {
  return at < longFrom ? Math.floor(at / shortColumns) : Math.floor((at - longFrom) / longColumns);
}

export function columnAt(at: Position): number {
  return at < longFrom ? at % shortColumns : (at - longFrom) % longColumns;
}

export const comparePositions = (a: Position, b: Position): number =>
  lineAt(a) - lineAt(b) || columnAt(a) - columnAt(b);
