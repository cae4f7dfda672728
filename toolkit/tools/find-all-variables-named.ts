import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { entityRef, refOf } from '../lookup/entity-ref.ts';
import { oneLine } from '../lookup/lines.ts';
import { miss, missText } from '../lookup/miss.ts';
import { findNames } from '../lookup/name-lookup.ts';
import { pageOf, paging } from '../lookup/paging.ts';

export const findAllVariablesNamed = defineTool({
  name: 'find_all_variables_named',
  description:
    'Every variable of a module, a class or its instances (`self.x`) with that exact name: path, dotted name, line, value. For locals and parameters use find_variable_usage.',
  input: z.strictObject({ variable_name: z.string(), ...paging(50) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      variables: z.array(
        entityRef.extend({
          scope: z.enum(['module', 'class', 'instance']),
          annotation: z.string().nullable(),
          value: z.string().nullable(),
        }),
      ),
      note: z.string().nullable(),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ variable_name, ...page }, { graph }) {
    const name = variable_name.trim().replace(/^(?:self|cls)\./, '');
    const names = await findNames(graph, name, { kinds: ['variable'] });
    if (!names.found) return names;
    const found = names.entities.flatMap((entity) =>
      entity.kind === 'variable'
        ? [{ ...refOf(entity), scope: entity.scope, annotation: entity.annotation, value: entity.value }]
        : [],
    );
    const { items, offset, total } = pageOf(found, page);
    return { found: true as const, variables: [...items], note: names.note, offset, total };
  },
  text(output, { variable_name }) {
    if (!output.found) return missText(output);
    const { variables, note, offset, total } = output;
    return {
      lead: `${total} ${total === 1 ? 'variable is' : 'variables are'} named ${variable_name}.${note ? ` ${note}` : ''}`,
      entries: variables.map(({ qualified_name, file, start_line, scope, annotation, value }) => {
        const type = annotation === null ? '' : `: ${annotation}`;
        const is = value === null ? '' : ` = ${oneLine(value)}`;
        return { text: `  ${qualified_name}${type}${is} (${file}:${start_line}, ${scope})` };
      }),
      offset,
      total,
      unit: 'variables',
    };
  },
});
