import type { CodeEntity, EntityKind } from '../../graph/domain/entity.ts';
import { distanceFrom } from '../../graph/query/edit-distance.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { AskedName } from './asked-name.ts';

const most = 8;
/** How many of a name are looked at: one that is defined hundreds of times must not hide the others. */
const looked = 200;

const close = (name: string): number => Math.max(1, Math.floor(name.length / 3));

async function similar(graph: GraphStore, name: string): Promise<CodeEntity[]> {
  return [...(await graph.nearest(name, looked, close(name)))];
}

/** Names that hold the wanted one or a part of it: `register` finds `register_hook`. */
async function related(graph: GraphStore, name: string): Promise<CodeEntity[]> {
  const wanted = name.toLowerCase();
  const hits = await graph.search(name, looked);
  return hits.map(({ entity }) => entity).filter((entity) => entity.name.toLowerCase().includes(wanted));
}

/** One of each name, so that the list shows different ones. */
function distinct(entities: readonly CodeEntity[]): CodeEntity[] {
  const seen = new Set<string>();
  return entities.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/**
 * What may have been meant: in the file asked for first, then in the class or module asked for, then by how alike the
 * names are, of the kinds asked for first.
 */
export async function nearestTo(
  graph: GraphStore,
  { parts }: AskedName,
  { file, kinds }: { readonly file?: string | undefined; readonly kinds?: readonly EntityKind[] | undefined },
): Promise<CodeEntity[]> {
  const name = parts.at(-1) ?? '';
  const distance = distanceFrom(name);
  const inFile = (file === undefined ? [] : await graph.inFile(file))
    .filter((entity) => entity.kind !== 'file' && distance(entity.name) <= close(name) * 2)
    .sort((a, b) => distance(a.name) - distance(b.name));
  const isWanted = ({ kind }: CodeEntity) => kinds?.includes(kind) ?? kind !== 'file';
  const all = [...inFile, ...(await similar(graph, name)), ...(await related(graph, name))];
  const owner = parts.at(-2);
  const isOwned = ({ qualifiedName }: CodeEntity) =>
    owner !== undefined && qualifiedName.split('.').at(-2) === owner;
  const unique = [...new Map(all.map((entity) => [entity.id, entity])).values()];
  if (file === undefined) unique.sort((a, b) => Number(isOwned(b)) - Number(isOwned(a)));
  return distinct([...unique.filter(isWanted), ...unique.filter((entity) => !isWanted(entity))]).slice(
    0,
    most,
  );
}
