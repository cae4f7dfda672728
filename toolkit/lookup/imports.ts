import { z } from 'zod';
import { type Node, withTree } from '../../graph/parse/python-parser.ts';
import { columnOf, lineOf, namedNodes } from './walk-tree.ts';

/** One imported name, as written. */
export const importedName = z.strictObject({
  line: z.int(),
  /** Where the name stands; 1-based. */
  column: z.int(),
  /** `from` what; dots in front where it is relative; `null` for `import name`. */
  module: z.string().nullable(),
  /** `*` for all. */
  name: z.string(),
  alias: z.string().nullable(),
  /** Inside a function, a class or a condition, not at the top of the module. */
  is_nested: z.boolean(),
});
export type ImportedName = z.infer<typeof importedName>;

const statements = new Set(['import_statement', 'import_from_statement', 'future_import_statement']);

/** Dotted names may have spaces and line breaks between their parts. */
const textOf = (node: Node | null): string => (node?.text ?? '').replace(/\s|\\/g, '');

function nameOf(node: Node, module: string | null, is_nested: boolean): ImportedName {
  const isAliased = node.type === 'aliased_import';
  const named = isAliased ? node.childForFieldName('name') : node;
  return {
    line: lineOf(named ?? node),
    column: columnOf(named ?? node),
    module,
    name: node.type === 'wildcard_import' ? '*' : textOf(named),
    alias: isAliased ? textOf(node.childForFieldName('alias')) : null,
    is_nested,
  };
}

function moduleOf(statement: Node): string | null {
  if (statement.type === 'future_import_statement') return '__future__';
  return statement.type === 'import_statement' ? null : textOf(statement.childForFieldName('module_name'));
}

function namesIn(statement: Node): ImportedName[] {
  const module = moduleOf(statement);
  const isNested = statement.parent?.type !== 'module';
  const wildcard = statement.namedChildren.find((child) => child?.type === 'wildcard_import');
  const nodes = wildcard ? [wildcard] : statement.childrenForFieldName('name');
  return nodes.filter((node) => node !== null).map((node) => nameOf(node, module, isNested));
}

/** Every name that the imports of a file bring in, in order; those inside functions too. */
export const importsOf = (text: string): Promise<ImportedName[]> =>
  withTree(text, (root) => {
    const names: ImportedName[] = [];
    for (const node of namedNodes(root)) if (statements.has(node.type)) names.push(...namesIn(node));
    return names;
  });
