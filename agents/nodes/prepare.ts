import type { NodeDependencies } from './dependencies.ts';

/** Copies the base and indexes it. Writes `base`. */
export const makePrepare =
  ({ session, memory, budget, emit }: NodeDependencies) =>
  async (): Promise<Record<string, never>> => {
    if (memory.base()) return {};
    emit({ type: 'stage', stage: 'prepare', text: 'Taking a private copy of the repository' });
    const { base } = await session.workspace();
    budget.signal.throwIfAborted();
    emit({ type: 'stage', stage: 'prepare', text: 'Building the code graph' });
    const { snapshot } = await session.graph();
    const { root, commit, dirty, tree } = base;
    memory.saveBase({
      root,
      commit,
      dirty,
      tree,
      files: snapshot.files.length,
      skipped: snapshot.skipped.length,
    });
    return {};
  };
