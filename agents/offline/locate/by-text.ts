import type { GraphStore, TextHit } from '../../../graph/store/port.ts';
import type { WordClue } from './clues.ts';
import { type Hit, listed, type Signal } from './signal.ts';

/** Hits of one word that are looked at; a word with more is too common to tell files apart. */
const hitsOfWord = 400;

/** Hits of one word. */
export interface WordHits {
  readonly clue: WordClue;
  readonly hits: readonly TextHit[];
}

/** Each word is searched on its own, so that a place is judged by how many of the words it has. */
export async function searchWords(graph: GraphStore, words: readonly WordClue[]): Promise<WordHits[]> {
  const found: WordHits[] = [];
  for (const clue of words)
    found.push({ clue, hits: await graph.search(clue.word, hitsOfWord, ['method', 'class', 'file']) });
  return found;
}

/** Words in common, by BM25 over each entity's own text. */
export function byText(found: readonly WordHits[]): Signal {
  const hits: Hit[] = [];
  for (const { clue, hits: ofWord } of found)
    for (const { entity, score } of ofWord)
      hits.push({
        path: entity.path,
        id: entity.kind === 'file' ? null : entity.id,
        key: clue.word,
        score: score * Math.sqrt(clue.weight),
      });
  return {
    kind: 'text',
    hits,
    explain: (of) =>
      `It shares the ${of.length > 1 ? 'words' : 'word'} ${listed(of.map(({ key }) => key))} with the issue.`,
  };
}
