import { z } from 'zod';
import type { CodeEntity } from '../../graph/domain/entity.ts';
import { isTestPath } from '../../graph/query/is-test.ts';
import { defineTool } from '../define-tool.ts';
import { entityRef, refOf, refText } from '../lookup/entity-ref.ts';
import { type AskedVariable, findUses } from '../lookup/find-uses.ts';
import { clip, linesOf } from '../lookup/lines.ts';
import { miss, missed, missText } from '../lookup/miss.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import { findModule } from '../lookup/python-file.ts';
import { useKind } from '../lookup/variable-use.ts';
import type { ToolContext } from '../tool-context.ts';

const use = z.strictObject({
  line: z.int(),
  column: z.int(),
  kind: useKind,
  expression: z.string(),
  /** The method or class around it; `null` in the module. */
  inside: z.string().nullable(),
  source: z.string(),
});
const elsewhere = z.strictObject({ entity: entityRef, lines: z.array(z.int()) });

/** `self.x`, `cls.x` and `obj.x` by what stands before the dot; `Class.x` and `module.x` by the last part alone. */
function asked(written: string, entities: readonly CodeEntity[]): AskedVariable {
  const parts = written
    .trim()
    .replace(/[`'"\s]/g, '')
    .split('.');
  const name = parts.at(-1) ?? '';
  const owner = parts.slice(0, -1).join('.');
  const isDefined = entities.some((entity) => entity.kind === 'class' && entity.name === parts.at(-2));
  const isModule = owner !== '' && (entities[0]?.qualifiedName ?? '').endsWith(owner);
  return { name, owner: owner === '' || isDefined || isModule ? null : owner };
}

async function outsideUses({ graph }: ToolContext, path: string, variables: readonly CodeEntity[]) {
  const found = await Promise.all(
    variables.map(({ id }) => graph.neighbours(id, { direction: 'in', kinds: ['REFERENCES', 'IMPORTS'] })),
  );
  return found
    .flat()
    .filter(({ entity }) => entity.path !== path)
    .sort((a, b) => Number(isTestPath(a.entity.path)) - Number(isTestPath(b.entity.path)))
    .map(({ entity, relation }) => ({
      entity: refOf(entity),
      lines: relation.sites.map(({ line }) => line),
    }));
}

export const findVariableUsage = defineTool({
  name: 'find_variable_usage',
  description:
    'Where a variable, parameter or attribute is defined, written, read and deleted in a Python file, with line, kind and the method around it; and who refers to it from other files. Takes `x` (any scope, and attributes `.x`) or `self.x` (just that).',
  input: z.strictObject({ file: z.string(), variable_name: z.string().min(1).max(200), ...paging(80) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      file: z.string(),
      definitions: z.array(entityRef),
      counts: z.partialRecord(useKind, z.int()),
      uses: z.array(use),
      offset: z.int(),
      total: z.int(),
      elsewhere: z.array(elsewhere),
    }),
  ]),
  async run({ file, variable_name, ...page }, context) {
    const module = await findModule(context, file);
    if (!module.found) return module;
    const variable = asked(variable_name, module.entities);
    const { uses, alike } = await findUses(module.text, variable);
    if (uses.length === 0) {
      const others = (await context.graph.byName(variable.name)).filter(({ kind }) => kind === 'variable');
      const hint = alike.length > 0 ? ` Alike in that file: ${alike.join(', ')}.` : '';
      return missed(`"${variable_name}" is not used in ${module.path}.${hint}`, { nearest: others });
    }
    const lines = linesOf(module.text);
    const variables = module.entities.filter(
      ({ kind, name }) => kind === 'variable' && name === variable.name,
    );
    const counts: Partial<Record<z.infer<typeof useKind>, number>> = {};
    for (const { kind } of uses) counts[kind] = (counts[kind] ?? 0) + 1;
    const { items, offset, total } = pageOf(uses, page);
    const shown = await Promise.all(
      items.map(async (one) => {
        const around = await context.graph.atLine(module.path, one.line);
        const inside = around && around.kind !== 'file' ? around.qualifiedName : null;
        return { ...one, inside, source: clip(lines[one.line - 1]?.trim() ?? '') };
      }),
    );
    const outside = await outsideUses(context, module.path, variables);
    const definitions = variables.map(refOf);
    return {
      found: true as const,
      file: module.path,
      definitions,
      counts,
      uses: shown,
      offset,
      total,
      elsewhere: outside,
    };
  },
  text(output, { variable_name }) {
    if (!output.found) return missText(output);
    const { file, definitions, counts, uses, offset, total, elsewhere: others } = output;
    const numbers = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
    const defined = definitions.map((ref) => `\n  defined: ${refText(ref)}`).join('');
    const shown = others
      .slice(0, 10)
      .map(({ entity, lines }) => `  ${refText(entity)} at line ${lines.join(', ')}`);
    return {
      lead: `${variable_name} in ${file}: ${numbers.join(', ')}.${defined}`,
      entries: uses.map(({ line, kind, inside, source }) => ({
        heading: inside === null ? 'in the module:' : `in ${inside}:`,
        text: `  ${line} ${kind}: ${source}`,
      })),
      offset,
      total,
      unit: 'uses',
      ...(others.length > 0 && {
        tail: `Referred to from ${others.length} ${others.length === 1 ? 'place' : 'places'} in other files:\n${shown.join('\n')}`,
      }),
    };
  },
});
