import { systemClock } from '../../graph/kernel/clock.ts';
import { openGraph } from '../compose-graph.ts';
import { indexRepository } from '../index-repository.ts';
import type { CliContext } from './context.ts';
import { renderIndex } from './render-index.ts';
import { type RepositoryFlags, withRepository } from './repository.ts';

/** Indexes a repository, or takes the graph that is there, and says what it holds. */
export async function printSummary(
  context: CliContext,
  repository: RepositoryFlags,
  json: boolean,
): Promise<void> {
  const { signal, progress, colours, print, printJson } = context;
  const options = { signal, onProgress: progress.step };
  const summary = await withRepository(context, repository, ({ root }) =>
    indexRepository({ openGraph, clock: systemClock }, root, options),
  );
  progress.stop();
  if (json) await printJson(summary);
  else await print(renderIndex(summary, colours));
}
