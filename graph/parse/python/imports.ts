import type { Node } from '../python-parser.ts';
import {
  childrenOf,
  emit,
  endLineOf,
  exactly,
  lineOf,
  nameOf,
  positionOf,
  type Reading,
  type StatementReader,
  textOf,
  typeOf,
} from './reading.ts';

/** `a . b` → `a.b`. */
const dottedOf = (reading: Reading, node: Node): string =>
  textOf(reading, node)
    .replace(/[\s\\]+/g, '')
    .normalize('NFKC');

interface Imported {
  readonly node: Node;
  readonly name: string;
  readonly alias: string | null;
}

function readImported(reading: Reading, node: Node): Imported {
  const [name, alias] = typeOf(reading, node) === 'aliased_import' ? exactly(2, reading, node) : [];
  return name && alias
    ? { node: name, name: dottedOf(reading, name), alias: nameOf(reading, alias) }
    : { node, name: dottedOf(reading, node), alias: null };
}

const readImport: StatementReader = (reading, node) => {
  const line = lineOf(reading, node);
  const endLine = endLineOf(reading, node);
  for (const child of childrenOf(reading, node)) {
    const { node: at, name, alias } = readImported(reading, child);
    emit(reading, { t: 'import', name, alias, at: positionOf(reading, at), line, endLine });
  }
};

interface Source {
  readonly level: number;
  readonly module: string;
}

function readSource(reading: Reading, node: Node): Source {
  if (typeOf(reading, node) !== 'relative_import') return { level: 0, module: dottedOf(reading, node) };
  const [prefix, name] = childrenOf(reading, node);
  const dots = prefix ? dottedOf(reading, prefix) : '.';
  return { level: dots.length, module: name ? dottedOf(reading, name) : '' };
}

function emitFrom(reading: Reading, statement: Node, source: Source, names: readonly Node[]): void {
  const line = lineOf(reading, statement);
  const endLine = endLineOf(reading, statement);
  for (const child of names) {
    const { node, name, alias } = readImported(reading, child);
    emit(reading, { t: 'from', ...source, name, alias, at: positionOf(reading, node), line, endLine });
  }
}

const readFrom: StatementReader = (reading, node) => {
  const [module, ...names] = childrenOf(reading, node);
  if (module) emitFrom(reading, node, readSource(reading, module), names);
};

const readFuture: StatementReader = (reading, node) =>
  emitFrom(reading, node, { level: 0, module: '__future__' }, childrenOf(reading, node));

export const importReaders: Readonly<Record<string, StatementReader>> = {
  import_statement: readImport,
  import_from_statement: readFrom,
  future_import_statement: readFuture,
};
