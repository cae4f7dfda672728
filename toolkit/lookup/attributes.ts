import { z } from 'zod';
import type { ClassEntity, CodeEntity } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { oneLine } from './lines.ts';

export const attribute = z.strictObject({
  name: z.string(),
  /** `class`: on the class itself; `instance`: set on `self`; `property`: computed by a method. */
  scope: z.enum(['class', 'instance', 'property']),
  type: z.string().nullable(),
  value: z.string().nullable(),
  file: z.string(),
  line: z.int(),
  /** Dotted name of the class it is written in. */
  owner: z.string(),
});
export type Attribute = z.infer<typeof attribute>;

function attributeOf(owner: ClassEntity, entity: CodeEntity): Attribute | undefined {
  const place = {
    name: entity.name,
    file: entity.path,
    line: entity.span.defLine,
    owner: owner.qualifiedName,
  };
  if (entity.kind === 'variable' && entity.scope !== 'module')
    return { ...place, scope: entity.scope, type: entity.annotation, value: entity.value };
  if (entity.kind === 'method' && entity.role === 'property')
    return { ...place, scope: 'property', type: entity.returns, value: null };
  return undefined;
}

async function ownAttributes(graph: GraphStore, owner: ClassEntity): Promise<Attribute[]> {
  const members = await graph.neighbours(owner.id, {
    direction: 'out',
    kinds: ['HAS_VARIABLE', 'HAS_METHOD'],
  });
  return members
    .map(({ entity }) => attributeOf(owner, entity))
    .filter((one) => one !== undefined)
    .sort((a, b) => a.line - b.line);
}

/**
 * Attributes of a class in order of lines, then those of its bases that it does not define again. `order` is that in
 * which attributes are looked up.
 */
export async function attributesOf(graph: GraphStore, order: readonly ClassEntity[]): Promise<Attribute[]> {
  const seen = new Set<string>();
  const all: Attribute[] = [];
  for (const attributes of await Promise.all(order.map((owner) => ownAttributes(graph, owner)))) {
    const own = attributes.filter(({ name }) => !seen.has(name));
    all.push(...own);
    for (const { name } of own) seen.add(name);
  }
  return all;
}

export const attributeText = ({ name, scope, type, value, file, line }: Attribute): string =>
  `  ${name}${type === null ? '' : `: ${type}`}${value === null ? '' : ` = ${oneLine(value)}`} (${file}:${line}, ${scope})`;
