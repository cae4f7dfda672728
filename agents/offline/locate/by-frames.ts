import type { CodeEntity } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { FrameClue } from './clues.ts';
import type { FileIndex } from './file-index.ts';
import type { Hit, Signal } from './signal.ts';
import { frameDecay } from './weights.ts';

/**
 * The function that a frame names, in the version at hand: by its name in that file, nearest to the line;
 * by the line alone where the frame has no name. `undefined` where the file has no such function.
 */
async function functionAt(
  graph: GraphStore,
  path: string,
  frame: FrameClue,
): Promise<CodeEntity | undefined> {
  if (frame.function === null) return graph.atLine(path, frame.line);
  const named = (await graph.inFile(path)).filter(
    ({ kind, name }) => kind === 'method' && name === frame.function,
  );
  const distance = ({ span }: CodeEntity) =>
    frame.line < span.startLine ? span.startLine - frame.line : Math.max(0, frame.line - span.endLine);
  return named.reduce<CodeEntity | undefined>(
    (best, next) => (best && distance(best) <= distance(next) ? best : next),
    undefined,
  );
}

/** Groups of frames, one a traceback, innermost frame first. */
function tracebacks(frames: readonly FrameClue[]): FrameClue[][] {
  const groups: FrameClue[][] = [];
  for (const frame of [...frames].reverse()) {
    const open = groups.at(-1);
    if (!open || frame.depth === 0) groups.push([frame]);
    else open.push(frame);
  }
  return groups;
}

const sentence = (frame: FrameClue, inside: number): string => {
  const where = frame.function ? `\`${frame.function}\`` : `line ${frame.line}`;
  return inside === 0
    ? `A traceback in the issue ends here, in ${where}.`
    : `A traceback in the issue goes through ${where}, ${inside} steps before its end.`;
};

async function hitsOf(graph: GraphStore, files: FileIndex, traceback: readonly FrameClue[]): Promise<Hit[]> {
  const hits: Hit[] = [];
  /** Counts frames of this repository only: what happens deeper, in another package, is not its code. */
  let inside = 0;
  for (const frame of traceback) {
    const meant = files.matching(frame.path);
    if (meant.length === 0) continue;
    for (const path of meant) {
      const entity = await functionAt(graph, path, frame);
      hits.push({
        path,
        id: entity && entity.kind !== 'file' ? entity.id : null,
        key: `${frame.path}:${frame.function ?? frame.line}`,
        score: frameDecay ** inside / meant.length,
        note: sentence(frame, inside),
      });
    }
    inside += 1;
  }
  return hits;
}

/** Frames of tracebacks in the issue that lie in this repository, the innermost of each counting most. */
export async function byFrames(
  graph: GraphStore,
  files: FileIndex,
  frames: readonly FrameClue[],
): Promise<Signal> {
  const hits: Hit[] = [];
  for (const traceback of tracebacks(frames)) hits.push(...(await hitsOf(graph, files, traceback)));
  return { kind: 'frames', full: 1, hits, explain: ([first]) => first?.note ?? '' };
}
