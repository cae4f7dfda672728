import type { Syntax } from './tree.ts';

/** The node and all below it, in order of the text. `enter` says whether to go into a node. */
export function* descendants(top: Syntax, enter: (node: Syntax) => boolean = () => true): Generator<Syntax> {
  const stack = [top];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    if (node !== top && !enter(node)) continue;
    for (let i = node.children.length - 1; i >= 0; i -= 1) {
      const child = node.children[i];
      if (child) stack.push(child);
    }
  }
}

/** The nodes above it, nearest first. */
export function* ancestors(node: Syntax): Generator<Syntax> {
  for (let above = node.parent; above; above = above.parent) yield above;
}

export function enclosing(node: Syntax, types: ReadonlySet<string>, within?: Syntax): Syntax | undefined {
  for (const above of ancestors(node)) {
    if (types.has(above.type)) return above;
    if (above === within) return undefined;
  }
  return undefined;
}

export const functionTypes: ReadonlySet<string> = new Set(['function_definition']);
export const loopTypes: ReadonlySet<string> = new Set(['for_statement', 'while_statement']);
export const comprehensionTypes: ReadonlySet<string> = new Set([
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
]);

const bodies = new Set(['block', 'module']);

/** The statement a node stands in: the nearest node whose parent is a block. */
export function statementOf(node: Syntax): Syntax | undefined {
  let at: Syntax | null = node;
  while (at?.parent && !bodies.has(at.parent.type)) at = at.parent;
  return at?.parent ? at : undefined;
}

export const statementsOf = (block: Syntax): readonly Syntax[] => block.parts;

/** The loop around a node within its own function. */
export function loopOf(node: Syntax): Syntax | undefined {
  const types = new Set([...loopTypes, ...functionTypes]);
  const found = enclosing(node, types);
  return found && loopTypes.has(found.type) ? found : undefined;
}

export const functionOf = (node: Syntax): Syntax | undefined => enclosing(node, functionTypes);

const classTypes: ReadonlySet<string> = new Set(['class_definition']);
export const classOf = (node: Syntax): Syntax | undefined => enclosing(node, classTypes);

/** Nodes that stand for a value (not a definition's name, a keyword's name, an import, a target's shape). */
export function isValue(node: Syntax): boolean {
  const { parent, field } = node;
  if (!parent || !node.named) return false;
  if (field === 'name' || field === 'alias' || field === 'attribute' || field === 'type') return false;
  if (field === 'return_type' || field === 'parameters') return false;
  return !notValueParents.has(parent.type);
}

const notValueParents = new Set([
  'parameters',
  'lambda_parameters',
  'typed_parameter',
  'dotted_name',
  'aliased_import',
  'import_statement',
  'import_from_statement',
  'global_statement',
  'nonlocal_statement',
  'list_splat_pattern',
  'dictionary_splat_pattern',
  'type',
  'keyword_pattern',
  'case_pattern',
]);

const targetLists = new Set(['pattern_list', 'tuple_pattern', 'list_pattern', 'list_splat_pattern']);

/** Whether a name or place is written here: the left of an assignment, a loop's variable, `as` name. */
export function isTarget(node: Syntax): boolean {
  let at = node;
  while (at.parent && targetLists.has(at.parent.type)) at = at.parent;
  const { parent, field } = at;
  if (!parent) return false;
  if (field === 'left')
    return ['assignment', 'augmented_assignment', 'for_statement', 'for_in_clause'].includes(parent.type);
  return parent.type === 'as_pattern_target' || (parent.type === 'named_expression' && field === 'name');
}
