import type { CodeEntity, EntityId } from '../../../graph/domain/entity.ts';
import { isTest, isTestFile } from '../../../graph/query/is-test.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { EntityLocation } from '../../domain/location.ts';
import type { Tally } from './test-tally.ts';

/** Each step further from the place makes it less sure that the test shows anything. */
const stepDecay = 0.5;
const steps = 3;
/** A place that more entities reach is used by everything: reaching it says little. */
const widest = 400;

export interface Start {
  readonly id: EntityId;
  readonly share: number;
  /** What the reader is told that the tests use. */
  readonly name: string;
}

const useKinds = ['CALLS', 'INSTANTIATES', 'REFERENCES', 'INHERITS'] as const;

async function users(
  graph: GraphStore,
  ids: readonly EntityId[],
  seen: Set<EntityId>,
): Promise<CodeEntity[]> {
  const found: CodeEntity[] = [];
  for (const id of ids)
    for (const { entity } of await graph.neighbours(id, {
      kinds: useKinds,
      direction: 'in',
      confidences: ['exact', 'inferred'],
    }))
      if (!seen.has(entity.id)) {
        seen.add(entity.id);
        found.push(entity);
      }
  return found;
}

const throughOthers = (step: number) => (step > 0 ? ` through ${step} other${step > 1 ? 's' : ''}` : '');

interface Reached {
  readonly entity: CodeEntity;
  readonly step: number;
}

/** Test files' entities that reach the place through at most three uses, nearest first. */
async function reaching(graph: GraphStore, id: EntityId): Promise<Reached[]> {
  const seen = new Set<EntityId>([id]);
  const found: Reached[] = [];
  let edge: EntityId[] = [id];
  for (let step = 0; step < steps && seen.size < widest; step += 1) {
    const next = await users(graph, edge, seen);
    for (const entity of next) if (isTestFile(entity.path)) found.push({ entity, step });
    edge = next.slice(0, widest).map((entity) => entity.id);
  }
  return found;
}

/** Tests that reach the place. What the tests of every file use says little of each. */
export async function addReaching(
  graph: GraphStore,
  { id, share, name }: Start,
  tally: Tally,
): Promise<void> {
  const found = await reaching(graph, id);
  const files = new Set(found.map(({ entity }) => entity.path)).size;
  for (const { entity, step } of found)
    tally.add({
      path: entity.path,
      plea: 'uses',
      score: (share * stepDecay ** step) / Math.sqrt(files),
      because: `It uses \`${name}\`${throughOthers(step)}.`,
      test: isTest(entity) ? entity : undefined,
    });
}

/** Test files that import the place, its class or its file. */
export async function addImporting(
  graph: GraphStore,
  { id, share, name }: Start,
  tally: Tally,
): Promise<void> {
  const near = await graph.neighbours(id, { kinds: ['IMPORTS'], direction: 'in' });
  const paths = new Set(near.map(({ entity }) => entity.path).filter(isTestFile));
  for (const path of paths)
    tally.add({
      path,
      plea: 'imports',
      score: share / Math.sqrt(paths.size),
      because: `It imports \`${name}\`.`,
    });
}

/** The place itself, then the class around it (tests hold an instance), then its file. */
export async function startsOf(graph: GraphStore, place: EntityLocation, share: number): Promise<Start[]> {
  const entity = await graph.get(place.id);
  const starts: Start[] = [{ id: place.id, share, name: place.qualifiedName }];
  const parent = entity && entity.kind !== 'file' ? await graph.get(entity.parentId) : undefined;
  if (parent?.kind === 'class')
    starts.push({ id: parent.id, share: share * 0.5, name: parent.qualifiedName });
  return starts;
}
