import type { Candidate } from '../../domain/candidate.ts';
import type { NodeDependencies } from '../dependencies.ts';
import { type JudgeInput, judge } from './judge.ts';
import { judgingFiles } from './judging-files.ts';
import { limitsFrom } from './limits.ts';
import { allCandidates } from './queue.ts';
import { regressionsOf } from './regressions.ts';

/**
 * Candidates are tried in waves of this many. Validation ends with the first wave that holds a validated one,
 * all of which has then been tried: what is found depends on the order, never on which test was quicker.
 */
export const waveSize = 8;

async function tryWave(
  wave: readonly Candidate[],
  input: JudgeInput,
  { memory, parallelism, budget }: NodeDependencies,
  told: (candidate: Candidate) => void,
): Promise<void> {
  const known = new Set(memory.judged().map(({ candidateId }) => candidateId));
  const queue = wave.filter(({ id }) => !known.has(id));
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next && !input.signal.aborted; next = queue.shift()) {
      memory.saveJudged(await judge(next, input));
      told(next);
    }
  };
  const workers = Array.from({ length: Math.min(parallelism, queue.length) }, work);
  const ends = await Promise.allSettled(workers);
  if (budget.timeIsUp()) return;
  budget.signal.throwIfAborted();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function anyValidated({ memory }: NodeDependencies, wave: readonly Candidate[]): boolean {
  const ids = new Set(wave.map(({ id }) => id));
  return memory
    .judged()
    .some(({ candidateId, evidence }) => ids.has(candidateId) && evidence.verdict === 'validated');
}

function teller({ memory, emit }: NodeDependencies, total: number): (candidate: Candidate) => void {
  return ({ id, summary }) => {
    const judged = memory.judged();
    const verdict = judged.find(({ candidateId }) => candidateId === id)?.evidence.verdict;
    if (verdict) emit({ type: 'candidate', done: judged.length, total, verdict, summary });
  };
}

/** Tries the candidates, most promising first, until one is validated, none is left or time is up. */
export const makeValidate = (dependencies: NodeDependencies) => async (): Promise<Record<string, never>> => {
  const { memory, session, budget, emit, parallelism } = dependencies;
  const testing = await session.testing();
  const reproduction = memory.reproduction()?.reproduction;
  if (!testing || !reproduction) return {};
  const candidates = allCandidates(memory);
  emit({
    type: 'stage',
    stage: 'validate',
    text: `Trying ${candidates.length} changes, ${parallelism} at a time`,
  });
  const input: JudgeInput = {
    workspace: await session.workspace(),
    testing,
    reproduction,
    judges: judgingFiles(reproduction),
    limits: limitsFrom(reproduction, budget),
    regressions: await regressionsOf(dependencies, reproduction),
    signal: budget.signal,
  };
  const told = teller(dependencies, candidates.length);
  for (let start = 0; start < candidates.length && !budget.signal.aborted; start += waveSize) {
    const wave = candidates.slice(start, start + waveSize);
    await tryWave(wave, input, dependencies, told);
    if (anyValidated(dependencies, wave)) break;
  }
  if (!budget.timeIsUp()) budget.signal.throwIfAborted();
  return {};
};
