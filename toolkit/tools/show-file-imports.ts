import { z } from 'zod';
import type { CodeEntity } from '../../graph/domain/entity.ts';
import type { GraphStore, Neighbour } from '../../graph/store/port.ts';
import { defineTool } from '../define-tool.ts';
import { entityRef, refOf, refText } from '../lookup/entity-ref.ts';
import { type ImportedName, importedName, importsOf } from '../lookup/imports.ts';
import { miss, missText } from '../lookup/miss.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import { findModule } from '../lookup/python-file.ts';

const shownImport = importedName.extend({ targets: z.array(entityRef) });
type ShownImport = z.infer<typeof shownImport>;

async function importTies(graph: GraphStore, entities: readonly CodeEntity[]): Promise<Neighbour[]> {
  const ties = await Promise.all(
    entities
      .filter(({ kind }) => kind !== 'variable')
      .map(({ id }) => graph.neighbours(id, { direction: 'out', kinds: ['IMPORTS'] })),
  );
  return ties.flat();
}

/** Tied by the place of the name; else by its line and what the name ends with. */
function targetsOf({ line, column, name }: ImportedName, ties: readonly Neighbour[]): CodeEntity[] {
  const onLine = ties.filter(({ relation }) => relation.sites.some((site) => site.line === line));
  const there = onLine.filter(({ relation }) =>
    relation.sites.some((site) => site.line === line && site.column === column),
  );
  const last = name.split('.').at(-1);
  const isNamed = ({ entity }: Neighbour) => entity.name === last;
  const found = (there.length > 0 ? there : onLine.filter(isNamed)).toSorted(
    (a, b) => Number(isNamed(b)) - Number(isNamed(a)),
  );
  return [...new Map(found.map(({ entity }) => [entity.id, entity])).values()];
}

function importText({ line, module, name, alias, is_nested, targets }: ShownImport): string {
  const what = `${module === null ? '' : `from ${module} `}import ${name}${alias === null ? '' : ` as ${alias}`}`;
  const where = targets.length > 0 ? ` → ${targets.map(refText).join(', ')}` : '';
  return `  ${line}: ${what}${is_nested ? ' (not at the top)' : ''}${where}`;
}

export const showFileImports = defineTool({
  name: 'show_file_imports',
  description:
    'Every import of a Python file: line, module, name, alias, and what it leads to inside the repository, if anything.',
  input: z.strictObject({ python_file_path: z.string(), ...paging(100) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      file: z.string(),
      imports: z.array(shownImport),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ python_file_path, ...page }, context) {
    const module = await findModule(context, python_file_path);
    if (!module.found) return module;
    const { items, offset, total } = pageOf(await importsOf(module.text), page);
    const ties = await importTies(context.graph, module.entities);
    const imports = items.map((one) => ({ ...one, targets: targetsOf(one, ties).map(refOf) }));
    return { found: true as const, file: module.path, imports, offset, total };
  },
  text(output) {
    if (!output.found) return missText(output);
    const { file, imports, offset, total } = output;
    return {
      lead:
        total === 0
          ? `${file} imports nothing.`
          : `${file} imports ${total} ${total === 1 ? 'name' : 'names'}.`,
      entries: imports.map((one) => ({ text: importText(one) })),
      offset,
      total,
      unit: 'imports',
    };
  },
});
