import type { Expression } from '../../domain/facts.ts';
import type { Node } from '../python-parser.ts';
import { type Reading, readExpression } from './reading.ts';

/** Reads a type annotation; strings in it are read as the types that they quote. */
export function readAnnotation(reading: Reading, node: Node): Expression {
  const around = reading.inAnnotation;
  reading.inAnnotation = true;
  const annotation = readExpression(reading, node);
  reading.inAnnotation = around;
  return annotation;
}
