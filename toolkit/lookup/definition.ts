import { z } from 'zod';
import type { CodeEntity } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { ToolContext } from '../tool-context.ts';
import { byUse } from './by-use.ts';
import { entityRef, refOf } from './entity-ref.ts';
import { linesOf, numberedFrom } from './lines.ts';

/** Who uses it and whom it uses, in short. */
export const shortRelations = z.strictObject({
  callers: z.int(),
  first_callers: z.array(z.string()),
  callees: z.int(),
  first_callees: z.array(z.string()),
});
export type ShortRelations = z.infer<typeof shortRelations>;

/** An entity and its source, decorators included. */
export const definition = z.strictObject({
  entity: entityRef,
  signature: z.string().nullable(),
  lines: z.array(z.string()),
  relations: shortRelations,
});
export type Definition = z.infer<typeof definition>;

const first = 5;

async function names(graph: GraphStore, { id }: CodeEntity, direction: 'in' | 'out'): Promise<string[]> {
  const found = await graph.neighbours(id, { direction, kinds: ['CALLS', 'INSTANTIATES'] });
  const sorted = [...found].sort(
    (a, b) =>
      Number(a.relation.confidence === 'candidate') - Number(b.relation.confidence === 'candidate') ||
      byUse(a.entity, b.entity),
  );
  return [...new Set(sorted.map(({ entity }) => entity.qualifiedName))];
}

export async function definitionOf(context: ToolContext, entity: CodeEntity): Promise<Definition> {
  const callers = await names(context.graph, entity, 'in');
  const callees = await names(context.graph, entity, 'out');
  const text = (await context.read(entity.path)) ?? '';
  return {
    entity: refOf(entity),
    signature: entity.kind === 'method' ? entity.signature : null,
    lines: linesOf(text).slice(entity.span.startLine - 1, entity.span.endLine),
    relations: {
      callers: callers.length,
      first_callers: callers.slice(0, first),
      callees: callees.length,
      first_callees: callees.slice(0, first),
    },
  };
}

/** What to call for all of its source. */
export const wholeOf = ({ entity }: Definition): string =>
  `extract_complete_method("${entity.file}", "${entity.qualified_name}")`;

/** The first lines of its source, numbered, and how many there are more. */
export function sourceText(one: Definition, most: number): string[] {
  const shown = numberedFrom(one.entity.start_line, one.lines.slice(0, most));
  const more = one.lines.length - shown.length;
  return more > 0 ? [...shown, `       … ${more} more lines: ${wholeOf(one)}`] : shown;
}

const list = (count: number, names: readonly string[]): string =>
  count === 0 ? 'none' : `${names.join(', ')}${count > names.length ? `, … (${count} in all)` : ''}`;

export const relationsText = ({ callers, first_callers, callees, first_callees }: ShortRelations): string =>
  `Called by: ${list(callers, first_callers)}. Calls: ${list(callees, first_callees)}.`;
