import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { type Definition, definition, definitionOf, relationsText } from '../lookup/definition.ts';
import { refText } from '../lookup/entity-ref.ts';
import { findFile } from '../lookup/file-lookup.ts';
import { numbered } from '../lookup/lines.ts';
import { miss, missed, missText } from '../lookup/miss.ts';
import { findNames } from '../lookup/name-lookup.ts';
import { paging } from '../lookup/paging.ts';

interface Line {
  readonly heading: string;
  readonly text: string;
}

const linesIn = (one: Definition): Line[] =>
  one.lines.map((text, index) => ({
    heading: `${refText(one.entity)}\n  ${relationsText(one.relations)}`,
    text: numbered(one.entity.start_line + index, text),
  }));

export const extractCompleteMethod = defineTool({
  name: 'extract_complete_method',
  description:
    'The whole source of a method, function or class, decorators included, with line numbers, callers and callees. A name that is defined several times (a property and its setter) comes with all its definitions.',
  input: z.strictObject({
    file: z.string().optional().describe('The file it is in; not needed where the name is unique.'),
    full_qualified_name: z.string().describe('`Class.method`, or with package and module in front.'),
    ...paging(400, 2000),
  }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      note: z.string().nullable(),
      definitions: z.array(definition),
    }),
  ]),
  async run({ file, full_qualified_name }, context) {
    const place = file === undefined ? undefined : await findFile(context, file);
    if (place && !place.found) return place;
    const query = { file: place?.path, kinds: ['method', 'class'] } as const;
    const names = await findNames(context.graph, full_qualified_name, query);
    if (!names.found) return names;
    const { entities, note } = names;
    const qualified = new Set(entities.map(({ path, qualifiedName }) => `${path} ${qualifiedName}`));
    if (qualified.size > 1)
      return missed(
        `"${full_qualified_name}" names ${qualified.size} things; say which, and in which file.`,
        {
          nearest: entities,
        },
      );
    const definitions = await Promise.all(entities.map((entity) => definitionOf(context, entity)));
    return { found: true as const, note, definitions };
  },
  text(output, { limit, offset }) {
    if (!output.found) return missText(output);
    const { note, definitions } = output;
    const lines = definitions.flatMap(linesIn);
    const several = definitions.length > 1 ? `It is defined ${definitions.length} times.` : '';
    return {
      lead: [definitions[0]?.entity.qualified_name, several, note].filter((part) => part).join(' '),
      entries: lines.slice(offset, offset + limit),
      offset,
      total: lines.length,
      unit: 'lines of source',
    };
  },
});
