import { z } from 'zod';
import type { CodeEntity, FileEntity, VariableEntity } from '../../graph/domain/entity.ts';
import { defineTool } from '../define-tool.ts';
import { linesOf, oneLine } from '../lookup/lines.ts';
import { miss, missText } from '../lookup/miss.ts';
import { moduleCode } from '../lookup/module-code.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import { findModule } from '../lookup/python-file.ts';

const item = z.strictObject({
  kind: z.enum(['class', 'method', 'variable', 'code']),
  name: z.string(),
  qualified_name: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  /** 0 in the module, 1 in a class or function of it, … */
  depth: z.int(),
  /** What its first line says: signature, bases, or annotation and value. */
  head: z.string(),
});
type Item = z.infer<typeof item>;

const joined = (names: readonly string[]): string => (names.length > 0 ? `(${names.join(', ')})` : '');

function variableHead({ name, scope, annotation, value }: VariableEntity): string {
  const type = annotation === null ? '' : `: ${annotation}`;
  const is = value === null ? '' : ` = ${value}`;
  return `${scope === 'instance' ? 'self.' : ''}${name}${type}${is}`;
}

function headOf(entity: Exclude<CodeEntity, FileEntity>): string {
  if (entity.kind === 'class') return `class ${entity.name}${joined(entity.bases)}`;
  return oneLine(entity.kind === 'method' ? entity.signature : variableHead(entity));
}

function itemsOf(entities: readonly CodeEntity[]): Item[] {
  const depths = new Map<string, number>();
  return entities.flatMap((entity) => {
    if (entity.kind === 'file') return [];
    const { id, kind, name, qualifiedName, span } = entity;
    const depth = (depths.get(entity.parentId) ?? -1) + 1;
    depths.set(id, depth);
    const lines = { start_line: span.startLine, end_line: span.endLine };
    return [{ kind, name, qualified_name: qualifiedName, ...lines, depth, head: headOf(entity) }];
  });
}

const itemText = ({ head, start_line, end_line, depth }: Item): string =>
  `${'  '.repeat(depth + 1)}${head}  [${start_line}${end_line > start_line ? `-${end_line}` : ''}]`;

export const analyzeFileStructure = defineTool({
  name: 'analyze_file_structure',
  description:
    'What a Python file holds, in order: classes with bases, methods and functions with their signatures, variables with values, and code that runs on import; each with its lines.',
  input: z.strictObject({ file: z.string(), ...paging(150) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      file: z.string(),
      module: z.string(),
      total_lines: z.int(),
      items: z.array(item),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ file, ...page }, context) {
    const module = await findModule(context, file);
    if (!module.found) return module;
    const { path, text, entities } = module;
    const code = (await moduleCode(text)).map((lines) => ({
      kind: 'code' as const,
      name: '',
      qualified_name: '',
      ...lines,
      depth: 0,
      head: 'code of the module',
    }));
    const all: Item[] = [...itemsOf(entities), ...code].sort(
      (a, b) => a.start_line - b.start_line || a.depth - b.depth,
    );
    const { items, offset, total } = pageOf(all, page);
    const name = entities[0]?.qualifiedName ?? '';
    const total_lines = linesOf(text).length;
    return { found: true as const, file: path, module: name, total_lines, items: [...items], offset, total };
  },
  text(output) {
    if (!output.found) return missText(output);
    const { file, module, total_lines, items, offset, total } = output;
    return {
      lead: `${file}: module ${module}, ${total_lines} lines`,
      entries: items.map((one) => ({ text: itemText(one) })),
      offset,
      total,
      unit: 'items',
    };
  },
});
