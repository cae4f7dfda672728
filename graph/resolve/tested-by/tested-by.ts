import type { CodeEntity, EntityId } from '../../domain/entity.ts';
import type { Confidence } from '../../domain/relation.ts';
import type { RelationTable } from '../../domain/relation-table.ts';
import { at } from '../../kernel/numbers.ts';
import { isTest, isTestPath } from '../../query/is-test.ts';
import { Namesakes } from './namesakes.ts';
import { Preparations } from './preparations.ts';
import { push, Uses } from './uses.ts';

/** Calls from a test to what it tests, its helpers and fixtures among them. */
const mostSteps = 4;
/** What a test reaches first says most: so many methods and classes are kept, the nearest. */
const mostOfTest = 24;
/** Of a method that every test reaches, so many are kept, the nearest. */
const mostOfTested = 100;

export interface Tested {
  readonly src: EntityId;
  readonly dst: EntityId;
  readonly confidence: Confidence;
}

interface Reached {
  readonly test: number;
  readonly entity: number;
  readonly steps: number;
  readonly confidence: Confidence;
}

/** Calls of `front` to what this walk has not seen, as places among the calls. */
function nextCalls({ callStarts, called, seenBy }: Uses, front: readonly number[], walk: number): number[] {
  const calls: number[] = [];
  for (const node of front)
    for (let call = at(callStarts, node); call < at(callStarts, node + 1); call += 1) {
      const entity = at(called, call);
      if (seenBy[entity] === walk) continue;
      seenBy[entity] = walk;
      calls.push(call);
    }
  return calls;
}

/** What a test reaches by calls, nearest first: directly as sure as the call, further on inferred. */
function reachedBy(uses: Uses, test: number, prepared: readonly number[], isProject: Uint8Array): Reached[] {
  const walk = test + 1;
  const [from, until] = [at(uses.callStarts, test), at(uses.callStarts, test + 1)];
  const reached: Reached[] = [];
  let front = [test, ...prepared];
  for (const node of front) uses.seenBy[node] = walk;
  for (let steps = 1; steps <= mostSteps && reached.length < mostOfTest; steps += 1) {
    const calls = nextCalls(uses, front, walk);
    for (const call of calls) {
      const entity = at(uses.called, call);
      if (!isProject[entity]) continue;
      const isSure = call >= from && call < until && at(uses.calledExactly, call) === 1;
      reached.push({ test, entity, steps, confidence: isSure ? 'exact' : 'inferred' });
    }
    front = calls.map((call) => at(uses.called, call)).sort((a, b) => a - b);
  }
  return reached.slice(0, mostOfTest);
}

/**
 * Who tests what: from a method or class of the project to the tests that reach it by calls, their helpers, class
 * preparations and pytest fixtures included (`exact` for a test's own exact call, else `inferred`), or that are only
 * named after it and import its file (`candidate`). Bounded: the nearest 24 of each test, the nearest 100 of each
 * that is tested. No relation has a place of its own.
 */
export function testedBy(entities: readonly CodeEntity[], relations: RelationTable): Tested[] {
  const isProject = projectCode(entities);
  if (!isProject.includes(0)) return [];
  const uses = new Uses(entities, relations);
  const preparations = new Preparations(uses);
  const namesakes = new Namesakes(uses, isProject);
  const byTested = new Map<number, Reached[]>();
  entities.forEach((entity, test) => {
    if (isProject[test] || !isTest(entity)) return;
    const reached = reachedBy(uses, test, preparations.of(test), isProject);
    for (const one of reached) push(byTested, one.entity, one);
    const known = new Set(reached.map((one) => one.entity));
    for (const named of new Set(namesakes.of(test)))
      if (!known.has(named))
        push(byTested, named, { test, entity: named, steps: mostSteps + 1, confidence: 'candidate' });
  });
  const nearest = [...byTested.values()].flatMap((all) =>
    all.sort((a, b) => a.steps - b.steps || a.test - b.test).slice(0, mostOfTested),
  );
  return nearest.flatMap(({ entity, test, confidence }) => {
    const [src, dst] = [entities[entity]?.id, entities[test]?.id];
    return src && dst ? [{ src, dst, confidence }] : [];
  });
}

/** 1 for what is the project's own, 0 for its tests. */
function projectCode(entities: readonly CodeEntity[]): Uint8Array {
  const isOfTests = new Map<string, boolean>();
  for (const { kind, path } of entities) if (kind === 'file') isOfTests.set(path, isTestPath(path));
  return Uint8Array.from(entities, ({ path }) => (isOfTests.get(path) ? 0 : 1));
}
