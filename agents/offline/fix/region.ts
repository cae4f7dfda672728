import type { EntityLocation } from '../../domain/location.ts';
import type { Syntax } from '../syntax/tree.ts';
import { descendants } from '../syntax/walk.ts';

type Range = Pick<EntityLocation, 'startLine' | 'endLine' | 'kind'>;

const definitions = new Set(['function_definition', 'class_definition']);

const withDecorators = (node: Syntax) => (node.parent?.type === 'decorated_definition' ? node.parent : node);

/** The outermost definition that lies in the lines, or the statement on them. */
function definitionIn(root: Syntax, { startLine, endLine }: Range): Syntax | undefined {
  for (const node of descendants(root, ({ line, endLine: end }) => line <= endLine && end >= startLine))
    if (definitions.has(node.type) && node.line >= startLine && node.endLine <= endLine)
      return withDecorators(node);
  return undefined;
}

function statementIn(root: Syntax, { startLine }: Range): Syntax | undefined {
  let found: Syntax | undefined;
  for (const node of descendants(root, ({ line, endLine }) => line <= startLine && startLine <= endLine))
    if (node.parent && (node.parent.type === 'block' || node.parent.type === 'module'))
      if (node.line <= startLine && startLine <= node.endLine) found = node;
  return found;
}

/** The syntax of an entity: a definition with its decorators, a variable's statement, the file. */
export function regionOf(root: Syntax, place: Range): Syntax | undefined {
  if (place.kind === 'file') return root;
  if (place.kind === 'variable') return statementIn(root, place);
  return definitionIn(root, place) ?? statementIn(root, place);
}

/** The nodes a fix may start at: all of a definition but its annotations; of a file what stands outside definitions. */
export function* nodesOf(region: Syntax): Generator<Syntax> {
  const whole = region.type !== 'module';
  const enter = ({ type, field }: Syntax) =>
    type !== 'type' && field !== 'return_type' && (whole || !definitions.has(type));
  for (const node of descendants(region, enter)) if (node.type !== 'ERROR') yield node;
}
