import type { EntityId } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { PathClue, WordClue } from './clues.ts';
import type { FileIndex } from './file-index.ts';
import { type Hit, listed, type Signal } from './signal.ts';
import { pathWeights } from './weights.ts';

async function entityAt(graph: GraphStore, path: string, line: number | null): Promise<EntityId | null> {
  const entity = line === null ? undefined : await graph.atLine(path, line);
  return entity && entity.kind !== 'file' ? entity.id : null;
}

/** Files that the issue names; the function at the line, where it gives one. */
export async function byPaths(
  graph: GraphStore,
  files: FileIndex,
  paths: readonly PathClue[],
): Promise<Signal> {
  const hits: Hit[] = [];
  for (const clue of paths) {
    const meant = files.matching(clue.path);
    const score = pathWeights[clue.context] / meant.length;
    for (const path of meant)
      hits.push({ path, id: await entityAt(graph, path, clue.line), key: clue.path, score });
  }
  return {
    kind: 'paths',
    full: 1,
    hits,
    explain: (of) => `The issue names the file ${listed(of.map(({ key }) => key))}.`,
  };
}

/** Files whose own name or folders are words of the issue, rare ones counting more. */
export function byModules(files: FileIndex, words: readonly WordClue[]): Signal {
  const hits: Hit[] = [];
  for (const { word, weight } of words) {
    const named = files.withWord(word);
    if (named.length === 0 || named.length > 200) continue;
    const rarity = Math.log(1 + files.count / named.length) / Math.log(1 + files.count);
    for (const { path, score } of named)
      hits.push({ path, id: null, key: word, score: score * rarity * Math.min(weight, 4) });
  }
  return {
    kind: 'modules',
    full: 1,
    hits,
    explain: (of) =>
      `Its path has the issue's ${of.length > 1 ? 'words' : 'word'} ${listed(of.map(({ key }) => key))}.`,
  };
}
