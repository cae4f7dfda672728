import type {
  CompleteResult,
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { CodeEntity, EntityId } from '../../graph/domain/entity.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { definitionOf } from '../../toolkit/lookup/definition.ts';
import { missText } from '../../toolkit/lookup/miss.ts';
import { findNames } from '../../toolkit/lookup/name-lookup.ts';
import type { ToolContext } from '../../toolkit/tool-context.ts';

/**
 * Entities as MCP resources: `mendgraph://entity/` and the entity's id, percent-encoded. Ids and names that a tool's
 * answer has shown both work.
 */
const prefix = 'mendgraph://entity/';

export const entityTemplate: ResourceTemplate = {
  name: 'entity',
  title: 'A file, class, method or variable',
  uriTemplate: `${prefix}{id}`,
  description:
    'Source of one entity, and as JSON its place, signature, callers and callees. The id is "path.py:Class.method", or any name that the tools take.',
};

/** Entities of one page of the list. */
const pageSize = 200;
/** The protocol allows no more completions. */
const mostCompletions = 100;

const python = 'text/x-python';

const resourceOf = ({ id, kind, path, span }: CodeEntity): Resource => ({
  uri: prefix + encodeURIComponent(id),
  name: id,
  description: kind === 'file' ? 'file' : `${kind}, ${path}:${span.startLine}`,
  mimeType: python,
});

/** The first `count` of the graph's entities that pass, by id. */
async function take(graph: GraphStore, count: number, passes: (entity: CodeEntity) => boolean) {
  const taken: CodeEntity[] = [];
  for await (const entity of graph.entities()) {
    if (passes(entity)) taken.push(entity);
    if (taken.length === count) break;
  }
  return taken;
}

/** The cursor is the last id that was listed, so a graph that has changed meanwhile does no harm. */
export async function listEntities(
  { graph }: ToolContext,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString();
  const entities = await take(graph, pageSize + 1, ({ id, kind }) => kind !== 'variable' && id > after);
  const shown = entities.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    resources: shown.map(resourceOf),
    ...(entities.length > pageSize && last ? { nextCursor: Buffer.from(last.id).toString('base64url') } : {}),
  };
}

/** Ids and names that begin with what was typed. */
export async function completeEntity({ graph }: ToolContext, typed: string): Promise<CompleteResult> {
  const found = await take(
    graph,
    mostCompletions + 1,
    ({ id, name }) => id.startsWith(typed) || name.startsWith(typed),
  );
  const values = found.slice(0, mostCompletions).map(({ id }) => id);
  return { completion: { values, hasMore: found.length > mostCompletions } };
}

function idIn(uri: string): string {
  try {
    if (uri.startsWith(prefix)) return decodeURIComponent(uri.slice(prefix.length));
  } catch {
    // An escape that is none.
  }
  throw new MendError('NOT_FOUND', `there is no resource ${uri.slice(0, 200)}`, {
    hint: `resources are ${prefix} and an entity's id, percent-encoded`,
  });
}

async function entityOf({ graph }: ToolContext, written: string): Promise<CodeEntity> {
  const byId = await graph.get(written as EntityId);
  if (byId) return byId;
  const names = await findNames(graph, written);
  if (!names.found) throw new MendError('NOT_FOUND', missText(names).lead);
  const [first, ...others] = names.entities;
  if (first && others.length === 0) return first;
  const ids = names.entities.slice(0, 5).map(({ id }) => id);
  throw new MendError('NOT_FOUND', `${names.entities.length} entities have that name`, {
    hint: `choose one, for example ${ids.join(', ')}`,
  });
}

/** Throws `NOT_FOUND` with the nearest names. */
export async function readEntity(context: ToolContext, uri: string): Promise<ReadResourceResult> {
  const entity = await entityOf(context, idIn(uri));
  const { lines, ...rest } = await definitionOf(context, entity);
  return {
    contents: [
      { uri, mimeType: python, text: lines.join('\n') },
      { uri, mimeType: 'application/json', text: JSON.stringify({ id: entity.id, ...rest }) },
    ],
  };
}
