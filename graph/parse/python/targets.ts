import type { Target } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import {
  childrenOf,
  deepest,
  lineOf,
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

/** One level further in, unless that is too deep. */
function readInside(reading: Reading, nodes: readonly Node[]): Target[] {
  const [first] = nodes;
  if (reading.depth >= deepest && first) {
    reading.cutLines.add(lineOf(reading, first));
    return [];
  }
  reading.depth++;
  const targets = nodes.flatMap((node) => readTarget(reading, node));
  reading.depth--;
  return targets;
}

/** What an assignment, `for`, `with` or `del` writes to; empty where it cannot be written to. */
export function readTarget(reading: Reading, node: Node): Target[] {
  const type = typeOf(reading, node);
  const at = positionOf(reading, node);
  if (type === 'identifier') return [{ t: 'name', id: nameOf(reading, node), at }];
  if (unpackings.has(type))
    return [{ t: 'unpack', items: readInside(reading, childrenOf(reading, node)), at }];
  if (type === 'parenthesized_expression' || type === 'as_pattern_target')
    return readInside(reading, childrenOf(reading, node));
  const expression = readExpression(reading, node);
  if (expression.t === 'attr' || expression.t === 'item' || expression.t === 'star') return [expression];
  use(reading, expression);
  return [];
}
