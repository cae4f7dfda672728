import type { GraphStore } from '../../../graph/store/port.ts';
import type { RepositoryView } from '../../domain/roles.ts';
import { roleFactor } from './file-role.ts';
import type { Hit, Signal } from './signal.ts';

/** Files read for literal messages: those that the words point at most. */
const filesRead = 40;
const shortestRun = 14;

/** Runs of a message's words, longest first: values and names in it differ from what the source holds. */
export function messageRuns(message: string): string[] {
  const pieces = message.split(/['"`{}()[\]<>%=:;,0-9]+/).map((piece) => piece.trim());
  return pieces
    .filter((piece) => piece.length >= shortestRun && piece.split(/\s+/).length >= 3)
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, 4);
}

/** 1-based line of an offset. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

const mostOfRun = 6;

/** Lines on which the text holds `run`, at most six. */
function linesOf(text: string, run: string): number[] {
  const lines: number[] = [];
  for (
    let at = text.indexOf(run);
    at >= 0 && lines.length < mostOfRun;
    at = text.indexOf(run, at + run.length)
  )
    lines.push(lineAt(text, at));
  return lines;
}

async function hitsIn(
  graph: GraphStore,
  path: string,
  text: string,
  runs: readonly string[],
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const run of runs)
    for (const line of linesOf(text, run)) {
      const entity = await graph.atLine(path, line);
      const id = entity && entity.kind !== 'file' ? entity.id : null;
      hits.push({ path, id, key: run, score: Math.min(run.length, 60) });
    }
  return hits;
}

/** Places whose source holds a message that the issue quotes. Reads at most 40 files. */
export async function byMessages(
  { graph, read }: RepositoryView,
  messages: readonly string[],
  likelyFiles: readonly string[],
): Promise<Signal> {
  const runs = [...new Set(messages.flatMap(messageRuns))].slice(0, 40);
  const hits: Hit[] = [];
  const paths =
    runs.length > 0 ? likelyFiles.filter((path) => roleFactor(path) === 1).slice(0, filesRead) : [];
  for (const path of paths) hits.push(...(await hitsIn(graph, path, (await read(path)) ?? '', runs)));
  return {
    kind: 'messages',
    hits,
    explain: ([first]) => `Its source holds the text "${first?.key ?? ''}", which the issue quotes.`,
  };
}
