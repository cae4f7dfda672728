import { z } from 'zod';
import { relationKinds } from '../../graph/domain/relation.ts';
import { defineTool } from '../define-tool.ts';
import { entityRef, refOf, refText } from '../lookup/entity-ref.ts';
import { findFile } from '../lookup/file-lookup.ts';
import { miss, missed, missText } from '../lookup/miss.ts';
import { findNames } from '../lookup/name-lookup.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import { relationshipsOf, tie, tieText, withSourceLines } from '../lookup/ties.ts';

const direction = z.enum(['in', 'out']);
const group = z.strictObject({
  relation: z.enum(relationKinds),
  direction,
  label: z.string(),
  total: z.int(),
});

export const getCodeRelationships = defineTool({
  name: 'get_code_relationships',
  description:
    'What a class, method, variable or file is tied to, both ways: callers, callees, instances, overrides, bases, subclasses, members, references, imports; each with its places in the source and how sure it is (exact, inferred, candidate).',
  input: z.strictObject({
    file: z.string().optional().describe('The file it is in; not needed where the name is unique.'),
    full_qualified_name: z
      .string()
      .describe('`Class.method`, or with package and module in front; a module for its file.'),
    relation: z.enum(relationKinds).optional().describe('Only this kind.'),
    direction: direction.optional().describe('Only those that come in, or go out.'),
    ...paging(60),
  }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      entity: entityRef,
      note: z.string().nullable(),
      groups: z.array(group),
      ties: z.array(tie),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ file, full_qualified_name, relation, direction: way, ...page }, context) {
    const place = file === undefined ? undefined : await findFile(context, file);
    if (place && !place.found) return place;
    const names = await findNames(context.graph, full_qualified_name, { file: place?.path });
    if (!names.found) return names;
    const [entity, ...others] = names.entities;
    const isSame = others.every(
      ({ path, qualifiedName }) => path === entity?.path && qualifiedName === entity.qualifiedName,
    );
    if (!entity || !isSame)
      return missed(
        `"${full_qualified_name}" names ${others.length + 1} things; say which, and in which file.`,
        {
          nearest: names.entities,
        },
      );
    const { groups, ties } = await relationshipsOf(context.graph, names.entities, {
      kind: relation,
      direction: way,
    });
    const { items, offset, total } = pageOf(ties, page);
    const shown = await withSourceLines(context, items);
    return {
      found: true as const,
      entity: refOf(entity),
      note: names.note,
      groups,
      ties: shown,
      offset,
      total,
    };
  },
  text(output) {
    if (!output.found) return missText(output);
    const { entity, note, groups, ties, offset, total } = output;
    const counts = groups.map(({ label, total: of }) => `${label} ${of}`).join(', ');
    return {
      lead: [refText(entity), ...(note ? [note] : []), counts || 'Nothing is known to be tied to it.'].join(
        '\n',
      ),
      entries: ties.map((one) => ({ heading: `${one.label}:`, text: tieText(one) })),
      offset,
      total,
      unit: 'relations',
    };
  },
});
