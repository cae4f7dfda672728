import type { EntityId } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { LineSuspicion, Locations } from '../domain/location.ts';
import type { Localizer, LocateInput, RepositoryView, Reproduction } from '../domain/roles.ts';
import { byCoverage } from './locate/by-coverage.ts';
import { byFailure } from './locate/by-failure.ts';
import { byFrames } from './locate/by-frames.ts';
import { byMessages } from './locate/by-messages.ts';
import { byNames } from './locate/by-names.ts';
import { byModules, byPaths } from './locate/by-paths.ts';
import { byText, searchWords } from './locate/by-text.ts';
import { byWalk, type Seed } from './locate/by-walk.ts';
import type { Clues } from './locate/clues.ts';
import {
  type Candidate,
  entityScores,
  fileScores,
  rankEntities,
  rankFiles,
  type Scored,
} from './locate/combine.ts';
import { indexFiles } from './locate/file-index.ts';
import { readIssue } from './locate/read-issue.ts';
import type { Signal } from './locate/signal.ts';

const seedCount = 40;

export interface OfflineLocalizerOptions {
  /** Most files and most entities given. */
  readonly limit?: number;
}

async function fromIssue(repository: RepositoryView, clues: Clues): Promise<Signal[]> {
  const { graph } = repository;
  const files = await indexFiles(graph);
  const found = await searchWords(graph, clues.words);
  const signals = [
    await byFrames(graph, files, clues.frames),
    await byPaths(graph, files, clues.paths),
    await byNames(graph, clues.names),
    byModules(files, clues.words),
    byText(found),
  ];
  const likely = rankFiles(fileScores(signals), [], 80).map(({ path }) => path);
  return [...signals, await byMessages(repository, clues.messages, likely)];
}

async function fromTests(
  graph: GraphStore,
  reproduction: Reproduction,
): Promise<{ signals: Signal[]; lines: LineSuspicion[] }> {
  const coverage = await byCoverage(graph, reproduction);
  const failure = await byFailure(graph, reproduction.failing);
  const lines = new Map<string, LineSuspicion>();
  for (const suspicion of [...failure.lines, ...coverage.lines]) {
    const place = `${suspicion.path}:${suspicion.line}`;
    if (suspicion.score > (lines.get(place)?.score ?? 0)) lines.set(place, suspicion);
  }
  const sorted = [...lines.values()].sort(
    (a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  );
  return { signals: [coverage.signal, failure.signal], lines: sorted };
}

async function resolved(
  graph: GraphStore,
  scores: ReadonlyMap<EntityId, Scored>,
  limit: number,
): Promise<Candidate[]> {
  const best = [...scores].sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1)).slice(0, limit);
  const found: Candidate[] = [];
  for (const [id, scored] of best) {
    const entity = await graph.get(id);
    if (entity && scored.score > 0) found.push({ entity, scored });
  }
  return found;
}

/**
 * Says where a bug may be, without a model: from tracebacks, paths, names and messages in the issue, words in
 * common, walks on the graph, and, where tests ran, their coverage and tracebacks. The same input gives the
 * same answer. Weights and what they mean are in `locate/weights.ts`.
 */
export function createOfflineLocalizer({ limit = 50 }: OfflineLocalizerOptions = {}): Localizer {
  return {
    async locate({ issue, repository, reproduction, signal }: LocateInput): Promise<Locations> {
      const { graph } = repository;
      const tests = reproduction ? await fromTests(graph, reproduction) : { signals: [], lines: [] };
      signal?.throwIfAborted();
      const direct = [
        ...tests.signals,
        ...(await fromIssue(repository, readIssue(issue, reproduction?.failing))),
      ];
      signal?.throwIfAborted();
      const seeds: Seed[] = (await resolved(graph, entityScores(direct), seedCount)).map(
        ({ entity, scored }) => ({ entity, score: scored.score }),
      );
      const signals = [...direct, await byWalk(graph, seeds)];
      signal?.throwIfAborted();
      const files = fileScores(signals);
      const candidates = await resolved(graph, entityScores(signals), limit * 8);
      return {
        files: rankFiles(files, signals, limit),
        entities: rankEntities(candidates, { files, signals }, limit),
        lines: tests.lines,
      };
    },
  };
}
