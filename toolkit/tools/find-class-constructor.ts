import { z } from 'zod';
import type { ClassEntity, MethodEntity } from '../../graph/domain/entity.ts';
import { defineTool } from '../define-tool.ts';
import { attribute, attributesOf, attributeText } from '../lookup/attributes.ts';
import { findClasses, foreignBases, isGenerated, lookupOrder } from '../lookup/classes.ts';
import { definition, definitionOf, sourceText, wholeOf } from '../lookup/definition.ts';
import { entityRef, refOf, refText } from '../lookup/entity-ref.ts';
import { miss, missText } from '../lookup/miss.ts';
import { pageOf, paging } from '../lookup/paging.ts';
import type { ToolEntry } from '../render.ts';
import type { ToolContext } from '../tool-context.ts';

const constructed = z.strictObject({
  class: entityRef,
  /** `own`, `inherited`, written by a decorator from the fields, or not in the repository. */
  from: z.enum(['own', 'inherited', 'fields', 'outside']),
  definitions: z.array(definition),
  fields: z.array(attribute),
  bases_outside: z.array(z.string()),
});
type Constructed = z.infer<typeof constructed>;

/** `__init__`, or `__new__` where there is no `__init__`, of the first class in lookup order that has one. */
async function constructorsOf(
  { graph }: ToolContext,
  order: readonly ClassEntity[],
): Promise<MethodEntity[]> {
  for (const wanted of ['__init__', '__new__'])
    for (const { id } of order) {
      const methods = await graph.neighbours(id, { direction: 'out', kinds: ['HAS_METHOD'] });
      const own = methods
        .map(({ entity }) => entity)
        .filter((entity) => entity.kind === 'method')
        .filter(({ name }) => name === wanted);
      if (own.length > 0) return own;
    }
  return [];
}

async function construct(context: ToolContext, one: ClassEntity): Promise<Constructed> {
  const order = await lookupOrder(context.graph, one);
  const methods = await constructorsOf(context, order);
  const isOwn = methods.some(({ parentId }) => parentId === one.id);
  const isFromFields = !isOwn && isGenerated(one);
  const definitions = isFromFields
    ? []
    : await Promise.all(methods.map((method) => definitionOf(context, method)));
  const attributes = isFromFields ? await attributesOf(context.graph, order) : [];
  return {
    class: refOf(one),
    from: isFromFields ? 'fields' : isOwn ? 'own' : methods.length > 0 ? 'inherited' : 'outside',
    definitions,
    fields: attributes.filter(({ scope, type }) => scope === 'class' && type !== null),
    bases_outside: await foreignBases(context.graph, order),
  };
}

function said({ from, definitions, bases_outside }: Constructed): string {
  const [first] = definitions;
  if (from === 'own') return '';
  if (from === 'inherited') return `\n  inherited: ${first?.entity.qualified_name}`;
  if (from === 'fields') return '\n  written by its decorator, from these fields in order:';
  const bases = bases_outside.length > 0 ? ` Bases outside the repository: ${bases_outside.join(', ')}.` : '';
  return `\n  has no __init__ in the repository.${bases}`;
}

/** Of longer constructors the beginning is shown. */
const shownLines = 80;
const shownFields = 60;

function fieldsText({ class: { qualified_name }, fields }: Constructed): string[] {
  const shown = fields.slice(0, shownFields).map(attributeText);
  const more = fields.length - shown.length;
  return more > 0 ? [...shown, `  … ${more} more: list_class_attributes("${qualified_name}")`] : shown;
}

const constructedText = (one: Constructed): string =>
  [
    `${refText(one.class)}${said(one)}`,
    ...one.definitions.flatMap((own) => [`  ${refText(own.entity)}`, ...sourceText(own, shownLines)]),
    ...fieldsText(one),
  ].join('\n');

function entryOf(one: Constructed): ToolEntry {
  const [first] = one.definitions;
  return { text: constructedText(one), ...(first && { whole: wholeOf(first) }) };
}

export const findClassConstructor = defineTool({
  name: 'find_class_constructor',
  description:
    'The constructor that making an instance of a class runs, with path and numbered source: its own, or the inherited one; of a dataclass, its fields. Of several classes of that name, of each.',
  input: z.strictObject({ class_name: z.string(), ...paging(10, 100) }),
  output: z.discriminatedUnion('found', [
    miss,
    z.strictObject({
      found: z.literal(true),
      classes: z.array(constructed),
      offset: z.int(),
      total: z.int(),
    }),
  ]),
  async run({ class_name, ...page }, context) {
    const names = await findClasses(context.graph, class_name);
    if (!names.found) return names;
    const { items, offset, total } = pageOf(names.classes, page);
    const classes = await Promise.all(items.map((one) => construct(context, one)));
    return { found: true as const, classes, offset, total };
  },
  text(output, { class_name }) {
    if (!output.found) return missText(output);
    const { classes, offset, total } = output;
    return {
      lead: total === 1 ? `Constructor of ${class_name}:` : `${total} classes are named ${class_name}.`,
      entries: classes.map(entryOf),
      offset,
      total,
      unit: 'classes',
    };
  },
});
