import { rank } from '../ranking/rank.ts';
import type { NodeDependencies } from './dependencies.ts';
import { allCandidates } from './validate/queue.ts';

/** Orders everything that was judged. Writes `ranking`. */
export const makeRank = (dependencies: NodeDependencies) => async (): Promise<Record<string, never>> => {
  dependencies.emit({ type: 'stage', stage: 'rank', text: 'Ranking what was tried' });
  rankNow(dependencies);
  return {};
};

/** The ranking of what has been judged so far; also used when time ran out before the flow came to it. */
export function rankNow({ memory }: Pick<NodeDependencies, 'memory'>): void {
  const candidates = new Map(allCandidates(memory).map((candidate) => [candidate.id, candidate]));
  const judged = memory.judged().flatMap(({ candidateId, patch, evidence }) => {
    const candidate = candidates.get(candidateId);
    return candidate ? [{ candidate, patch, evidence }] : [];
  });
  memory.saveRanking(rank(judged));
}
