import type { Candidate } from '../../domain/candidate.ts';
import type { RunMemory } from '../../domain/memory.ts';
import { setsInAll } from '../branch.ts';
import { judgingFiles } from './judging-files.ts';

/**
 * All candidates of all sets, each change once, most promising first, then by id. Those that would change the tests
 * themselves are left out.
 */
export function allCandidates(memory: RunMemory): Candidate[] {
  const reproduction = memory.reproduction()?.reproduction;
  const judges = reproduction ? judgingFiles(reproduction) : () => false;
  const best = new Map<string, Candidate>();
  for (let set = 0; set < setsInAll; set += 1)
    for (const candidate of memory.candidates(set) ?? []) {
      if (candidate.edits.some(({ path }) => judges(path))) continue;
      const before = best.get(candidate.id);
      if (!before || before.prior < candidate.prior) best.set(candidate.id, candidate);
    }
  return [...best.values()].sort((a, b) => b.prior - a.prior || (a.id < b.id ? -1 : 1));
}
