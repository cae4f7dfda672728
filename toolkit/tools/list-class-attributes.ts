import { z } from 'zod';
import type { ClassEntity } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { defineTool } from '../define-tool.ts';
import { attribute, attributesOf, attributeText } from '../lookup/attributes.ts';
import { findClasses, foreignBases, lookupOrder } from '../lookup/classes.ts';
import { entityRef, refOf, refText } from '../lookup/entity-ref.ts';
import { miss, missText } from '../lookup/miss.ts';
import { pageOf, paging } from '../lookup/paging.ts';

async function listed(graph: GraphStore, one: ClassEntity) {
  const order = await lookupOrder(graph, one);
  const [bases_outside, found] = await Promise.all([foreignBases(graph, order), attributesOf(graph, order)]);
  const attributes = found.map((own) => ({ ...own, class: one.qualifiedName }));
  return { class: refOf(one), bases_outside, attributes };
}

export const listClassAttributes = defineTool({
  name: 'list_class_attributes',
  description:
    'Attributes of a class: those of the class itself, those set on instances (`self.x`), and properties, with type, value and line; its own first, then inherited ones. Of several classes of that name, of each.',
  input: z.strictObject({ class_name: z.string(), ...paging(100) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      classes: z.array(z.strictObject({ class: entityRef, bases_outside: z.array(z.string()) })),
      attributes: z.array(attribute.extend({ class: z.string() })),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ class_name, ...page }, { graph }) {
    const names = await findClasses(graph, class_name);
    if (!names.found) return names;
    const all = await Promise.all(names.classes.map((one) => listed(graph, one)));
    const { items, offset, total } = pageOf(
      all.flatMap(({ attributes }) => attributes),
      page,
    );
    const classes = all.map(({ class: ref, bases_outside }) => ({ class: ref, bases_outside }));
    return { found: true as const, classes, attributes: [...items], offset, total };
  },
  text(output) {
    if (!output.found) return missText(output);
    const { classes, attributes, offset, total } = output;
    const lead = classes.map(({ class: ref, bases_outside }) => {
      const outside =
        bases_outside.length > 0 ? `; not seen: what it has from ${bases_outside.join(', ')}` : '';
      return `${refText(ref)}${outside}`;
    });
    return {
      lead: [...lead, ...(total === 0 ? ['No attributes are written in it or its bases here.'] : [])].join(
        '\n',
      ),
      entries: attributes.map((one) => ({
        heading: one.owner === one.class ? `${one.class}:` : `${one.class}, from ${one.owner}:`,
        text: attributeText(one),
      })),
      offset,
      total,
      unit: 'attributes',
    };
  },
});
