import type { CodeEntity, EntityId } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { NameClue, NameContext } from './clues.ts';
import { fileRole } from './file-role.ts';
import { type Hit, listed, type Signal } from './signal.ts';
import { contextWeights, kindWeights } from './weights.ts';

/** A name that more entities bear says nothing. */
const mostBearers = 60;

/** How many of the dotted parts before the last stand, in order, in the entity's qualified name. */
function sharedQualifiers(qualifiers: readonly string[], entity: CodeEntity): number {
  const parts = entity.qualifiedName.split('.').slice(0, -1);
  let at = parts.length;
  let shared = 0;
  for (const qualifier of [...qualifiers].reverse()) {
    const found = parts.lastIndexOf(qualifier, at - 1);
    if (at === 0 || found < 0) continue;
    at = found;
    shared += 1;
  }
  return shared;
}

interface Meant {
  readonly entity: CodeEntity;
  /** 0 to 1: rarity of the name among definitions. */
  readonly rarity: number;
  /** Qualifiers of the clue that the entity's qualified name confirms. */
  readonly shared: number;
}

/** What a name may mean: all sources that define its last part, narrowed by the parts before it. */
async function meant(graph: GraphStore, name: string): Promise<Meant[]> {
  const parts = name.split('.');
  const bearers = (await graph.byName(parts.at(-1) ?? '')).filter(({ path }) => fileRole(path) === 'source');
  if (bearers.length === 0) return [];
  const scored = bearers.map((entity) => ({ entity, shared: sharedQualifiers(parts.slice(0, -1), entity) }));
  const most = Math.max(...scored.map(({ shared }) => shared));
  const kept = scored.filter(({ shared }) => shared === most);
  if (kept.length > mostBearers) return [];
  const rarity = 1 / (1 + Math.log(kept.length));
  return kept.map(({ entity, shared }) => ({ entity, shared, rarity }));
}

/** The dotted parts before the last, as clues of their own: `Field` in `models.Field.clean`. */
const qualifiersOf = ({ name, context }: NameClue): NameClue[] =>
  name
    .split('.')
    .slice(0, -1)
    .filter((part) => /^[A-Z]/.test(part))
    .map((part) => ({ name: part, context }));

/** How much of its class's score a constructor gets: where the issue makes one, and where it only names it. */
const constructorShare = (context: NameContext) => (context === 'called' || context === 'title' ? 0.8 : 0.5);

/** The constructors that a class defines itself. */
async function constructors(graph: GraphStore, entity: CodeEntity): Promise<CodeEntity[]> {
  if (entity.kind !== 'class') return [];
  const found = await Promise.all(
    ['__init__', '__new__'].map((name) => graph.get(`${entity.id}.${name}` as EntityId)),
  );
  return found.filter((method) => method !== undefined);
}

async function hitsFor(graph: GraphStore, clue: NameClue, { entity, rarity, shared }: Meant): Promise<Hit[]> {
  if (clue.context === 'word' && entity.kind === 'variable') return [];
  const key = clue.name.split('.').at(-1) ?? clue.name;
  const score = contextWeights[clue.context] * kindWeights[entity.kind] * rarity * (1 + 0.5 * shared);
  const hit: Hit = { path: entity.path, id: entity.kind === 'file' ? null : entity.id, key, score };
  const share = constructorShare(clue.context);
  const made = await constructors(graph, entity);
  return [hit, ...made.map(({ path, id }) => ({ path, id, key, score: score * share }))];
}

/** Entities whose names stand in the issue, weighted by where they stand and how rare they are. */
export async function byNames(graph: GraphStore, names: readonly NameClue[]): Promise<Signal> {
  const hits: Hit[] = [];
  for (const clue of names.flatMap((name) => [name, ...qualifiersOf(name)])) {
    for (const one of await meant(graph, clue.name)) hits.push(...(await hitsFor(graph, clue, one)));
  }
  return {
    kind: 'names',
    full: 1,
    hits,
    explain: (of) =>
      of.length > 1
        ? `The names ${listed(of.map(({ key }) => key))} stand in the issue.`
        : `The name ${listed(of.map(({ key }) => key))} stands in the issue.`,
  };
}
