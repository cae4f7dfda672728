import { type BaseCheckpointSaver, Command, END, Send, START, StateGraph } from '@langchain/langgraph';
import { makeFix, makeSuggest, setsOfRound } from '../nodes/branch.ts';
import type { NodeDependencies } from '../nodes/dependencies.ts';
import { makeLocate } from '../nodes/locate.ts';
import { makePrepare } from '../nodes/prepare.ts';
import { makeRank } from '../nodes/rank.ts';
import { makeReproduce } from '../nodes/reproduce/reproduce.ts';
import { makeValidate } from '../nodes/validate/validate.ts';
import { type BranchInput, type RepairState, type RepairUpdate, repairState } from '../state/repair-state.ts';

/** One branch a location set; straight to the ranking where there is nothing to validate with, or no place. */
const branches =
  (dependencies: NodeDependencies) =>
  ({ round }: RepairState): Send[] | 'rank' => {
    const { memory, budget } = dependencies;
    if (!memory.reproduction()?.reproduction || budget.timeIsUp()) return 'rank';
    const sets = setsOfRound(dependencies, round);
    return sets.length > 0 ? sets.map((set) => new Send('suggest', { set } satisfies BranchInput)) : 'rank';
  };

/** Another round only while nothing is validated, places are left, and there is time. */
function goesOn(dependencies: NodeDependencies, { round }: RepairState): boolean {
  const { memory, budget } = dependencies;
  const best = memory.ranking()?.[0]?.evidence.verdict;
  if (best === 'validated' || budget.timeIsUp() || !memory.reproduction()?.reproduction) return false;
  return setsOfRound(dependencies, round + 1).length > 0;
}

const nextRound = async ({ round }: RepairState): Promise<RepairUpdate> => ({ round: round + 1 });

function build(dependencies: NodeDependencies) {
  const suggest = makeSuggest(dependencies);
  return new StateGraph(repairState)
    .addNode('prepare', makePrepare(dependencies))
    .addNode('reproduce', makeReproduce(dependencies))
    .addNode('locate', makeLocate(dependencies))
    .addNode(
      'suggest',
      async (input: unknown) => {
        await suggest(input as BranchInput);
        return new Command({ goto: new Send('fix', input as BranchInput) });
      },
      { ends: ['fix'] },
    )
    .addNode('fix', async (input: unknown) => {
      await makeFix(dependencies)(input as BranchInput);
      return {};
    })
    .addNode('validate', makeValidate(dependencies))
    .addNode('rank', makeRank(dependencies))
    .addNode('next', nextRound)
    .addEdge(START, 'prepare')
    .addEdge('prepare', 'reproduce')
    .addEdge('reproduce', 'locate')
    .addConditionalEdges('locate', branches(dependencies), ['suggest', 'rank'])
    .addEdge('fix', 'validate')
    .addEdge('validate', 'rank')
    .addConditionalEdges('rank', (state: RepairState) => (goesOn(dependencies, state) ? 'next' : END), [
      'next',
      END,
    ])
    .addConditionalEdges('next', branches(dependencies), ['suggest', 'rank']);
}

/** Keeps where each run is. */
export type Checkpointer = BaseCheckpointSaver;

export interface RunFlowOptions {
  readonly runId: string;
  readonly checkpointer: Checkpointer;
}

/**
 * Takes the run from where its checkpoints say it is to its end. Everything found is in the memory.
 * Throws what a node throws; the run can then be taken up again.
 */
export async function runRepairFlow(
  dependencies: NodeDependencies,
  { runId, checkpointer }: RunFlowOptions,
): Promise<void> {
  const flow = build(dependencies).compile({ checkpointer });
  const config = { configurable: { thread_id: runId }, durability: 'sync' as const, recursionLimit: 100 };
  // Not `next`: it leaves out tasks that are done, and a kill may come before what follows them is recorded.
  const { tasks } = await flow.getState(config);
  const begun = (await checkpointer.getTuple(config)) !== undefined;
  if (begun && tasks.length === 0) return;
  await flow.invoke(begun ? null : { round: 1 }, config);
}
