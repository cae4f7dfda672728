import { z } from 'zod';
import type { CodeEntity } from '../../graph/domain/entity.ts';
import { confidences, type RelationKind, relationKinds } from '../../graph/domain/relation.ts';
import type { Direction, GraphStore, Neighbour } from '../../graph/store/port.ts';
import type { ToolContext } from '../tool-context.ts';
import { byUse } from './by-use.ts';
import { entityRef, refOf, refText } from './entity-ref.ts';
import { clip, linesOf } from './lines.ts';

/** One relation, seen from the entity that was asked about. */
export const tie = z.strictObject({
  relation: z.enum(relationKinds),
  direction: z.enum(['in', 'out']),
  label: z.string(),
  entity: entityRef,
  confidence: z.enum(confidences),
  /** The file the places are in. */
  site_file: z.string(),
  sites: z.array(z.strictObject({ line: z.int(), column: z.int() })),
  total_sites: z.int(),
  /** The first place's line. */
  source: z.string().nullable(),
});
export type Tie = z.infer<typeof tie>;

/** Most useful first to who looks for a fault. */
const views: readonly (readonly [RelationKind, Direction, string])[] = [
  ['CALLS', 'in', 'Called by'],
  ['CALLS', 'out', 'Calls'],
  ['INSTANTIATES', 'in', 'Instantiated by'],
  ['INSTANTIATES', 'out', 'Instantiates'],
  ['TESTED_BY', 'out', 'Tested by'],
  ['OVERRIDES', 'out', 'Overrides'],
  ['OVERRIDES', 'in', 'Overridden by'],
  ['INHERITS', 'out', 'Inherits from'],
  ['INHERITS', 'in', 'Inherited by'],
  ['HAS_METHOD', 'out', 'Has method'],
  ['HAS_VARIABLE', 'out', 'Has variable'],
  ['REFERENCES', 'in', 'Referenced by'],
  ['REFERENCES', 'out', 'References'],
  ['IMPORTS', 'in', 'Imported by'],
  ['IMPORTS', 'out', 'Imports'],
  ['BELONGS_TO', 'out', 'Belongs to'],
  ['BELONGS_TO', 'in', 'Has member'],
  ['HAS_METHOD', 'in', 'Method of'],
  ['HAS_VARIABLE', 'in', 'Variable of'],
  ['TESTED_BY', 'in', 'Tests'],
];
const containment = new Set<RelationKind>(['BELONGS_TO', 'HAS_METHOD', 'HAS_VARIABLE']);
/** So many of each group come before any group goes on: a long one does not hide the next. */
const turn = 8;
const shownSites = 5;

export interface Group {
  readonly relation: RelationKind;
  readonly direction: Direction;
  readonly label: string;
  readonly total: number;
}

const sure = ({ relation }: Neighbour): number => confidences.indexOf(relation.confidence);

function tieOf(asked: CodeEntity, direction: Direction, label: string, { entity, relation }: Neighbour): Tie {
  return {
    relation: relation.kind,
    direction,
    label,
    entity: refOf(entity),
    confidence: relation.confidence,
    site_file: direction === 'in' ? entity.path : asked.path,
    sites: relation.sites.slice(0, shownSites).map(({ line, column }) => ({ line, column })),
    total_sites: relation.sites.length,
    source: null,
  };
}

interface Wanted {
  readonly kind?: RelationKind | undefined;
  readonly direction?: Direction | undefined;
}

/** All relations of an entity (of all its definitions), by turns from each group, surest and non-test first. */
export async function relationshipsOf(
  graph: GraphStore,
  definitions: readonly CodeEntity[],
  { kind, direction }: Wanted,
): Promise<{ readonly groups: Group[]; readonly ties: Tie[] }> {
  const groups: Group[] = [];
  const lists: Tie[][] = [];
  const contained = new Set<string>();
  /** A member and its class are tied twice, from either end: once is enough, unless that kind was asked for. */
  const isNews = ({ entity, relation }: Neighbour) =>
    kind !== undefined ||
    !containment.has(relation.kind) ||
    (!contained.has(entity.id) && Boolean(contained.add(entity.id)));
  for (const [relation, way, label] of views) {
    if ((kind && kind !== relation) || (direction && direction !== way)) continue;
    const ties: Tie[] = [];
    for (const asked of definitions) {
      const found = await graph.neighbours(asked.id, { direction: way, kinds: [relation] });
      const sorted = found.filter(isNews).sort((a, b) => sure(a) - sure(b) || byUse(a.entity, b.entity));
      ties.push(...sorted.map((neighbour) => tieOf(asked, way, label, neighbour)));
    }
    if (ties.length === 0) continue;
    groups.push({ relation, direction: way, label, total: ties.length });
    lists.push(ties);
  }
  return { groups, ties: byTurns(lists) };
}

function byTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const all: T[] = [];
  for (let from = 0; from < longest; from += turn)
    for (const list of lists) all.push(...list.slice(from, from + turn));
  return all;
}

export async function withSourceLines(context: ToolContext, ties: readonly Tie[]): Promise<Tie[]> {
  const lines = new Map<string, string[]>();
  for (const { site_file } of ties)
    if (!lines.has(site_file)) lines.set(site_file, linesOf((await context.read(site_file)) ?? ''));
  return ties.map((one) => {
    const [site] = one.sites;
    const source = site && lines.get(one.site_file)?.[site.line - 1];
    return { ...one, source: source === undefined ? null : clip(source.trim()) };
  });
}

export function tieText({ entity, confidence, sites, total_sites, source }: Tie): string {
  const more = total_sites > sites.length ? ` and ${total_sites - sites.length} more` : '';
  const places = sites.length > 0 ? ` at line ${sites.map(({ line }) => line).join(', ')}${more}` : '';
  const mark = confidence === 'exact' ? '' : ` [${confidence}]`;
  return `  ${refText(entity)}${places}${mark}${source === null ? '' : `\n      ${source}`}`;
}
