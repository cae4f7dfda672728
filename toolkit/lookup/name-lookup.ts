import type { CodeEntity, EntityId, EntityKind } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { type AskedName, endsWith, isWithin, parseName } from './asked-name.ts';
import { byUse } from './by-use.ts';
import { basesOf } from './class-order.ts';
import { type Miss, missed } from './miss.ts';
import { nearestTo } from './nearest-to.ts';

export interface FoundNames {
  readonly found: true;
  /** All that the name means, the project's own before its tests, then by id. */
  readonly entities: readonly CodeEntity[];
  /** How the name led to them, where it is not their own. */
  readonly note: string | null;
}

export interface NameQuery {
  /** Only in this file: its path from the root. */
  readonly file?: string | undefined;
  /** All kinds unless told. */
  readonly kinds?: readonly EntityKind[];
}

type Filter = (entity: CodeEntity) => boolean;

async function own(graph: GraphStore, { text, parts }: AskedName, keep: Filter): Promise<CodeEntity[]> {
  const byId = await graph.get(text as EntityId);
  if (byId && keep(byId)) return [byId];
  const exact = (await graph.byQualifiedName(parts.join('.'))).filter(keep);
  if (exact.length > 0) return exact;
  const named = (await graph.byName(parts.at(-1) ?? '')).filter(keep);
  const ending = named.filter(({ qualifiedName }) => endsWith(qualifiedName, parts));
  return ending.length > 0 ? ending : named.filter(({ qualifiedName }) => isWithin(qualifiedName, parts));
}

/** `Class.member` where the member is a base's: the first base that has it. */
async function inherited(
  graph: GraphStore,
  asked: AskedName,
  { file, kinds }: NameQuery,
): Promise<FoundNames | undefined> {
  const owner = { ...asked, text: '', parts: asked.parts.slice(0, -1) };
  const member = asked.parts.at(-1) ?? '';
  if (owner.parts.length === 0) return undefined;
  const isOwner: Filter = ({ kind, path }) => kind === 'class' && (file === undefined || path === file);
  for (const start of await own(graph, owner, isOwner))
    for (const base of (await basesOf(graph, start)).slice(1)) {
      const members = await graph.neighbours(base.id, {
        direction: 'out',
        kinds: ['HAS_METHOD', 'HAS_VARIABLE'],
      });
      const entities = members
        .map(({ entity }) => entity)
        .filter(({ name, kind }) => name === member && (kinds?.includes(kind) ?? true));
      if (entities.length > 0)
        return {
          found: true,
          entities,
          note: `${start.qualifiedName} inherits it from ${base.qualifiedName}.`,
        };
    }
  return undefined;
}

const listed = (kinds: readonly EntityKind[] | undefined): string => kinds?.join(' or ') ?? 'name';

/**
 * What a name means, as people write it: `name`, `Class.method`, `package.module.Class.method`, `path.py:Class.method`,
 * `path.py::Class::method`, with or without parentheses; through a re-export (`package.Class`) and through bases
 * (`Class.inherited`) too. Never a name that is merely alike: those are only named in the answer that there is none.
 */
export async function findNames(
  graph: GraphStore,
  written: string,
  query: NameQuery = {},
): Promise<FoundNames | Miss> {
  const asked = parseName(written);
  if (asked.parts.length === 0) return missed(`"${written.slice(0, 100)}" is no name of Python code.`);
  const { file = asked.path, kinds } = query;
  const isKind: Filter = ({ kind }) => kinds?.includes(kind) ?? true;
  const isThere: Filter = ({ path }) => file === undefined || path === file || path.endsWith(`/${file}`);
  const entities = await own(graph, asked, (entity) => isKind(entity) && isThere(entity));
  if (entities.length > 0) return { found: true, entities: entities.sort(byUse), note: null };
  const fromBase = await inherited(graph, asked, { ...query, file });
  if (fromBase) return fromBase;
  const elsewhere = file === undefined ? [] : (await own(graph, asked, isKind)).sort(byUse);
  const wanted = asked.parts.join('.');
  if (elsewhere.length > 0)
    return missed(`${wanted} is not in ${file}; it is elsewhere.`, {
      nearest: elsewhere,
      files: [...new Set(elsewhere.map(({ path }) => path))],
    });
  const nearest = await nearestTo(graph, asked, { file, kinds });
  return missed(`There is no ${listed(kinds)} "${wanted}"${file === undefined ? '' : ` in ${file}`}.`, {
    nearest,
    files: [...new Set(nearest.map(({ path }) => path))],
  });
}
