import { resolve } from 'node:path';
import { systemClock } from '../../graph/kernel/clock.ts';
import { openGraph } from '../compose-graph.ts';
import { indexRepository } from '../index-repository.ts';
import type { CliContext } from './context.ts';
import { renderIndex } from './render-index.ts';

/** Indexes a folder, or takes the graph that is there, and says what it holds. */
export async function printSummary(
  { cwd, signal, progress, colours, print, printJson }: CliContext,
  dir: string,
  json: boolean,
): Promise<void> {
  const options = { signal, onProgress: progress.step };
  const summary = await indexRepository({ openGraph, clock: systemClock }, resolve(cwd, dir), options);
  progress.stop();
  if (json) await printJson(summary);
  else await print(renderIndex(summary, colours));
}
