import type { CodeEntity } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import { wordParts } from './read-words.ts';

/** The files of a graph, by what an issue may call them. */
export interface FileIndex {
  readonly count: number;
  has(path: string): boolean;
  /**
   * Files that `written` may mean: those that share the longest ending with it, at least the file name. Empty
   * when that leaves more than five.
   */
  matching(written: string): readonly string[];
  /** Files with that word as their name or as a folder or a part of either, and how telling it is, 0 to 1. */
  withWord(word: string): readonly { readonly path: string; readonly score: number }[];
}

const mostMeant = 5;

const sharedEnding = (a: readonly string[], b: readonly string[]): number => {
  let n = 0;
  while (n < a.length && n < b.length && a[a.length - 1 - n] === b[b.length - 1 - n]) n += 1;
  return n;
};

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Words of a path: its own name first (weight 1), then parts of the name (.6), then folders (.4). */
function pathWords(path: string): Map<string, number> {
  const parts = path.replace(/\.pyi?$/, '').split('/');
  const name = parts.at(-1) === '__init__' ? (parts.at(-2) ?? '') : (parts.at(-1) ?? '');
  const words = new Map<string, number>();
  const add = (word: string, weight: number) => {
    if (word.length > 2) words.set(word, Math.max(weight, words.get(word) ?? 0));
  };
  for (const folder of parts) for (const word of wordParts(folder)) add(word, 0.4);
  for (const part of name.split('_')) for (const word of wordParts(part)) add(word, 0.6);
  add(name.replace(/^_+/, '').toLowerCase(), 1);
  return words;
}

export async function indexFiles(graph: GraphStore): Promise<FileIndex> {
  const files: readonly CodeEntity[] = await graph.files();
  const byName = new Map<string, string[]>();
  const byWord = new Map<string, { path: string; score: number }[]>();
  const paths = new Set<string>();
  for (const { path } of files) {
    paths.add(path);
    push(byName, path.slice(path.lastIndexOf('/') + 1), path);
    for (const [word, score] of pathWords(path)) push(byWord, word, { path, score });
  }
  return {
    count: paths.size,
    has: (path) => paths.has(path),
    matching(written) {
      const parts = written.split('/');
      const known = byName.get(parts.at(-1) ?? '') ?? [];
      const best = Math.max(0, ...known.map((path) => sharedEnding(path.split('/'), parts)));
      const meant = known.filter((path) => sharedEnding(path.split('/'), parts) === best);
      return meant.length <= mostMeant ? meant : [];
    },
    withWord: (word) =>
      byWord.get(word) ?? byWord.get(word.replace(/s$/, '')) ?? byWord.get(`${word}s`) ?? [],
  };
}
