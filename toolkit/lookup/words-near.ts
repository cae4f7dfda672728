import type { CodeEntity } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { parseName } from './asked-name.ts';
import { nearestTo } from './nearest-to.ts';

const most = 5;

/** Entities that a text which is nowhere may have been about: like names, else those that hold its words. */
export async function wordsNear(graph: GraphStore, text: string): Promise<CodeEntity[]> {
  const asked = parseName(text);
  const named = asked.parts.length > 0 ? await nearestTo(graph, asked, {}) : [];
  if (named.length > 0) return named;
  return (await graph.search(text, most, ['class', 'method'])).map(({ entity }) => entity);
}
