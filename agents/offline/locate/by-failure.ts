import type { GraphStore } from '../../../graph/store/port.ts';
import type { TestResult } from '../../../toolkit/testing/types.ts';
import type { LineSuspicion } from '../../domain/location.ts';
import { testEntity } from '../test-entities.ts';
import { roleFactor } from './file-role.ts';
import type { Hit, Signal } from './signal.ts';
import { frameDecay } from './weights.ts';

const mostTests = 30;
/** What the test calls itself, against the end of a traceback. */
const calledByTest = 0.4;

export interface FailureEvidence {
  readonly signal: Signal;
  readonly lines: readonly LineSuspicion[];
}

async function calls(graph: GraphStore, test: TestResult): Promise<Hit[]> {
  const entity = await testEntity(graph, test.id);
  if (!entity) return [];
  const kinds = ['CALLS', 'INSTANTIATES', 'REFERENCES'] as const;
  const near = await graph.neighbours(entity.id, { kinds, direction: 'out' });
  const used = near.filter(
    ({ entity: { path, kind }, relation }) =>
      roleFactor(path) >= 0.1 && kind !== 'file' && relation.confidence !== 'candidate',
  );
  return used.map(({ entity: { path, id } }) => ({
    path,
    id,
    key: test.id,
    note: `The failing test \`${test.id}\` uses it directly.`,
    score: calledByTest / Math.sqrt(Math.max(1, used.length)),
  }));
}

/** Where the failing tests' tracebacks end, the innermost frame of the project first, and what the tests call. */
export async function byFailure(graph: GraphStore, failing: readonly TestResult[]): Promise<FailureEvidence> {
  const hits: Hit[] = [];
  const lines = new Map<string, LineSuspicion>();
  for (const test of failing.slice(0, mostTests)) {
    const frames = test.frames.filter(({ path }) => roleFactor(path) >= 0.1).reverse();
    for (const [index, { path, line }] of frames.entries()) {
      const score = frameDecay ** index;
      const entity = await graph.atLine(path, line);
      hits.push({
        path,
        id: entity && entity.kind !== 'file' ? entity.id : null,
        key: test.id,
        score,
        note: sentence(index, test.id),
      });
      const place = `${path}:${line}`;
      if (score > (lines.get(place)?.score ?? 0)) lines.set(place, { path, line, score });
    }
    hits.push(...(await calls(graph, test)));
  }
  return {
    lines: [...lines.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)),
    signal: { kind: 'failure', full: 1, hits, explain: ([first]) => first?.note ?? '' },
  };
}

function sentence(depth: number, id: string): string {
  return depth === 0
    ? `The failing test \`${id}\` fails in here.`
    : `The traceback of the failing test \`${id}\` goes through here, ${depth} steps before its end.`;
}
