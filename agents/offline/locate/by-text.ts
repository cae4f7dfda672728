import type { GraphStore } from '../../../graph/store/port.ts';
import type { WordClue } from './clues.ts';
import { type Hit, listed, type Signal } from './signal.ts';

/** Hits of one word that are looked at; a word with more is too common to tell files apart. */
const hitsOfWord = 400;

/**
 * Words in common, by BM25 over each entity's own text. Each word is searched on its own, so that a file
 * is judged by how many of the words it has, wherever in it they stand.
 */
export async function byText(graph: GraphStore, words: readonly WordClue[]): Promise<Signal> {
  const hits: Hit[] = [];
  for (const { word, weight } of words)
    for (const { entity, score } of await graph.search(word, hitsOfWord, ['method', 'class', 'file']))
      hits.push({
        path: entity.path,
        id: entity.kind === 'file' ? null : entity.id,
        key: word,
        score: score * Math.sqrt(weight),
      });
  return {
    kind: 'text',
    hits,
    explain: (of) =>
      `It shares the ${of.length > 1 ? 'words' : 'word'} ${listed(of.map(({ key }) => key))} with the issue.`,
  };
}
