import { z } from 'zod';
import type { Node } from '../../graph/parse/python-parser.ts';

/** `declaration`: an annotation without value, `global`, `nonlocal`. */
export const useKind = z.enum([
  'definition',
  'parameter',
  'import',
  'declaration',
  'write',
  'read',
  'delete',
]);
export type UseKind = z.infer<typeof useKind>;

/** What holds a target among others: `a, (b, *c) = …`. */
const holders = new Set([
  'pattern_list',
  'tuple_pattern',
  'list_pattern',
  'list_splat_pattern',
  'tuple',
  'list',
  'parenthesized_expression',
  'as_pattern_target',
]);
/** Each step outwards costs more in deeper code; no one unpacks into so many levels. */
const deepestTarget = 50;
const parameterLists = new Set(['parameters', 'lambda_parameters']);
const parameterForms = new Set([
  'default_parameter',
  'typed_parameter',
  'typed_default_parameter',
  'list_splat_pattern',
  'dictionary_splat_pattern',
]);

const isField = (parent: Node, field: string, child: Node): boolean =>
  parent.childrenForFieldName(field).some((one) => one?.id === child.id);

/** `self.x` for the `x` in it; a plain name for itself. */
export function subjectOf(identifier: Node): Node {
  const { parent } = identifier;
  return parent?.type === 'attribute' && isField(parent, 'attribute', identifier) ? parent : identifier;
}

function isParameter(node: Node): boolean {
  let child = node;
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parameterLists.has(parent.type)) return true;
    const isNamed = isField(parent, 'name', child) || !parent.childForFieldName('name');
    const isType = isField(parent, 'type', child) || isField(parent, 'value', child);
    if (!parameterForms.has(parent.type) || !isNamed || isType) return false;
    child = parent;
  }
  return false;
}

/** Where in each of these what is written to stands. */
const writtenFields: Readonly<Record<string, string>> = {
  augmented_assignment: 'left',
  for_statement: 'left',
  for_in_clause: 'left',
  named_expression: 'name',
  as_pattern: 'alias',
};
const definitions = new Set(['function_definition', 'class_definition']);
const declarations = new Set(['global_statement', 'nonlocal_statement']);

const isDeletion = (node: Node): boolean =>
  node.type === 'delete_statement' ||
  (node.type === 'expression_list' && node.parent?.type === 'delete_statement');

function targetKind(parent: Node, child: Node): UseKind | undefined {
  const field = writtenFields[parent.type];
  if (field !== undefined) return isField(parent, field, child) ? 'write' : undefined;
  if (parent.type === 'assignment' && isField(parent, 'left', child))
    return parent.childForFieldName('right') ? 'write' : 'declaration';
  if (definitions.has(parent.type) && isField(parent, 'name', child)) return 'definition';
  if (declarations.has(parent.type)) return 'declaration';
  return isDeletion(parent) ? 'delete' : undefined;
}

function dottedKind(dotted: Node): UseKind {
  const { parent } = dotted;
  if (parent?.type === 'case_pattern' || parent?.type.endsWith('_pattern')) return 'write';
  return parent && /import/.test(parent.type) ? 'import' : 'read';
}

/** How a name, or an attribute, is used where it stands; `undefined` where it names an argument of a call. */
export function kindOfUse(subject: Node): UseKind | undefined {
  const { parent } = subject;
  if (!parent) return 'read';
  if (parent.type === 'keyword_argument' && isField(parent, 'name', subject)) return undefined;
  if (parent.type === 'dotted_name') return dottedKind(parent);
  if (parent.type === 'aliased_import') return 'import';
  if (isParameter(subject)) return 'parameter';
  let child = subject;
  let around: Node | null = parent;
  for (let level = 0; around && holders.has(around.type) && level < deepestTarget; level += 1) {
    child = around;
    around = around.parent;
  }
  return (around && targetKind(around, child)) ?? 'read';
}
