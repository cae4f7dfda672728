import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import {
  type Definition,
  definition,
  definitionOf,
  relationsText,
  sourceText,
  wholeOf,
} from '../lookup/definition.ts';
import { refText } from '../lookup/entity-ref.ts';
import { miss, missText } from '../lookup/miss.ts';
import { findNames } from '../lookup/name-lookup.ts';
import { pageOf, paging } from '../lookup/paging.ts';

/** Of longer ones the beginning is shown; `extract_complete_method` gives the rest. */
const shownLines = 40;

const entryText = (one: Definition): string =>
  [refText(one.entity), ...sourceText(one, shownLines), `  ${relationsText(one.relations)}`].join('\n');

export const findMethodsByName = defineTool({
  name: 'find_methods_by_name',
  description:
    'Find functions and methods by exact name: path, lines, source, callers and callees. Takes `name`, `Class.method`, `package.module.Class.method` or `path.py:Class.method`.',
  input: z.strictObject({ name: z.string(), ...paging(10, 100) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      note: z.string().nullable(),
      methods: z.array(definition),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ name, ...page }, context) {
    const names = await findNames(context.graph, name, { kinds: ['method'] });
    if (!names.found) return names;
    const { items, offset, total } = pageOf(names.entities, page);
    const methods = await Promise.all(items.map((entity) => definitionOf(context, entity)));
    return { found: true as const, note: names.note, methods, offset, total };
  },
  text(output, { name }) {
    if (!output.found) return missText(output);
    const { note, methods, offset, total } = output;
    return {
      lead: `${total} ${total === 1 ? 'method is' : 'methods are'} named ${name}.${note ? ` ${note}` : ''}`,
      entries: methods.map((one) => ({ text: entryText(one), whole: wholeOf(one) })),
      offset,
      total,
      unit: 'methods',
    };
  },
});
