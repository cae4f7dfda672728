import type { Target } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import {
  childrenOf,
  deepest,
  nameOf,
  positionOf,
  type Reading,
  readExpression,
  typeOf,
  use,
} from './reading.ts';

const unpackings = new Set([
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'tuple',
  'list',
  'expression_list',
]);

function readUnpacking(reading: Reading, node: Node): Target {
  const at = positionOf(reading, node);
  reading.depth++;
  const items =
    reading.depth > deepest ? [] : childrenOf(reading, node).flatMap((child) => readTarget(reading, child));
  reading.depth--;
  return { t: 'unpack', items, at };
}

/** What an assignment, `for`, `with` or `del` writes to; empty where it cannot be written to. */
export function readTarget(reading: Reading, node: Node): Target[] {
  const type = typeOf(reading, node);
  if (type === 'identifier') return [{ t: 'name', id: nameOf(reading, node), at: positionOf(reading, node) }];
  if (unpackings.has(type)) return [readUnpacking(reading, node)];
  if (type === 'parenthesized_expression' || type === 'as_pattern_target') {
    const [inner] = childrenOf(reading, node);
    return inner && reading.depth < deepest ? readInside(reading, inner) : [];
  }
  const expression = readExpression(reading, node);
  if (expression.t === 'attr' || expression.t === 'item' || expression.t === 'star') return [expression];
  use(reading, expression);
  return [];
}

function readInside(reading: Reading, node: Node): Target[] {
  reading.depth++;
  const targets = readTarget(reading, node);
  reading.depth--;
  return targets;
}
