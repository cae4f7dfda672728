import type { CodeEntity, EntityId } from '../../../graph/domain/entity.ts';
import type { EntityLocation, FileLocation } from '../../domain/location.ts';
import { roleFactor } from './file-role.ts';
import type { Hit, Signal } from './signal.ts';
import {
  fileShare,
  placeWeights,
  type SignalKind,
  signalWeights,
  tracedFileShare,
  unrunShare,
} from './weights.ts';

/** What one kind of evidence says of one place. */
interface Share {
  readonly kind: SignalKind;
  readonly score: number;
  readonly hits: readonly Hit[];
}

/** Best hit of each key, summed: a file that holds many of the names beats one that holds one often. */
function strongest(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>();
  for (const hit of hits) if (hit.score > (best.get(hit.key)?.score ?? 0)) best.set(hit.key, hit);
  return [...best.values()].sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}

function grouped(hits: readonly Hit[], by: (hit: Hit) => string | null): Map<string, Hit[]> {
  const groups = new Map<string, Hit[]>();
  for (const hit of hits) {
    const key = by(hit);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(hit);
    else groups.set(key, [hit]);
  }
  return groups;
}

/** Shares of one signal for every place, the best place at 1. */
function shares(
  signal: Signal,
  by: (hit: Hit) => string | null,
  pathOf: (key: string) => string,
): Map<string, Share> {
  const found = new Map<string, Share>();
  let top = signal.full ?? 0;
  for (const [place, all] of grouped(signal.hits, by)) {
    const hits = strongest(all);
    const score = hits.reduce((sum, hit) => sum + hit.score, 0) * roleFactor(pathOf(place));
    top = Math.max(top, score);
    found.set(place, { kind: signal.kind, score, hits });
  }
  if (top > 0) for (const [place, share] of found) found.set(place, { ...share, score: share.score / top });
  return found;
}

export interface Scored {
  readonly score: number;
  readonly shares: readonly Share[];
}

function totals(
  signals: readonly Signal[],
  by: (hit: Hit) => string | null,
  pathOf: (key: string) => string,
): Map<string, Scored> {
  const found = new Map<string, { score: number; shares: Share[] }>();
  for (const signal of signals)
    for (const [place, share] of shares(signal, by, pathOf)) {
      const total = found.get(place) ?? { score: 0, shares: [] };
      total.score += share.score * signalWeights[signal.kind];
      total.shares.push(share);
      found.set(place, total);
    }
  return found;
}

/** Whether failing tests were traced; if so, what they did not run is hardly the place. */
const traced = (signals: readonly Signal[]) =>
  signals.some(({ kind, hits }) => kind === 'coverage' && hits.length > 0);

const runFactor = ({ shares: all }: Scored, isTraced: boolean) =>
  isTraced && !all.some(({ kind }) => kind === 'coverage') ? unrunShare : 1;

/** Scores of files: every hit in a file counts for it. */
export function fileScores(signals: readonly Signal[]): Map<string, Scored> {
  const isTraced = traced(signals);
  const scores = totals(
    signals,
    (hit) => hit.path,
    (path) => path,
  );
  return new Map(
    [...scores].map(([path, scored]) => [
      path,
      { ...scored, score: scored.score * runFactor(scored, isTraced) },
    ]),
  );
}

/** Scores of entities by their own hits. */
export function entityScores(signals: readonly Signal[]): Map<EntityId, Scored> {
  const paths = new Map<string, string>();
  for (const signal of signals) for (const hit of signal.hits) if (hit.id) paths.set(hit.id, hit.path);
  return totals(
    signals,
    (hit) => hit.id,
    (id) => paths.get(id) ?? '',
  ) as Map<EntityId, Scored>;
}

function reasonsOf({ shares: all }: Scored, signals: readonly Signal[]): string[] {
  return all
    .map((share) => ({ share, weight: share.score * signalWeights[share.kind] }))
    .filter(({ weight }) => weight > 0.02)
    .sort((a, b) => b.weight - a.weight || (a.share.kind < b.share.kind ? -1 : 1))
    .flatMap(({ share }) => signals.find(({ kind }) => kind === share.kind)?.explain(share.hits) ?? []);
}

const byScore = <T extends { readonly score: number }>(key: (item: T) => string) => {
  return (a: T, b: T) => b.score - a.score || (key(a) < key(b) ? -1 : 1);
};

const rounded = (score: number) => Math.round(score * 1e4) / 1e4;

/** Files, best first. */
export function rankFiles(
  scores: ReadonlyMap<string, Scored>,
  signals: readonly Signal[],
  limit: number,
): FileLocation[] {
  return [...scores]
    .map(([path, scored]) => ({ path, score: rounded(scored.score), scored }))
    .filter(({ score }) => score > 0)
    .sort(byScore(({ path }) => path))
    .slice(0, limit)
    .map(({ path, score, scored }) => ({ path, score, reasons: reasonsOf(scored, signals) }));
}

export interface Candidate {
  readonly entity: CodeEntity;
  readonly scored: Scored;
}

interface Context {
  readonly files: ReadonlyMap<string, Scored>;
  readonly signals: readonly Signal[];
}

/** What it scores by itself and by its file. */
function scoreOf({ entity, scored }: Candidate, { files, signals }: Context): number {
  const isTraced = traced(signals);
  const file = (isTraced ? tracedFileShare : fileShare) * (files.get(entity.path)?.score ?? 0);
  /** Bodies of classes and modules run on import, before any test is traced. */
  const factor = entity.kind === 'method' ? runFactor(scored, isTraced) : 1;
  return placeWeights[entity.kind] * factor * (scored.score + file);
}

/** Entities, best first. */
export function rankEntities(
  candidates: readonly Candidate[],
  context: Context,
  limit: number,
): EntityLocation[] {
  return candidates
    .map((candidate) => ({ ...candidate, score: rounded(scoreOf(candidate, context)) }))
    .sort(byScore(({ entity }) => entity.id))
    .slice(0, limit)
    .map(({ entity, scored, score }) => ({
      id: entity.id,
      path: entity.path,
      qualifiedName: entity.qualifiedName,
      kind: entity.kind,
      startLine: entity.span.startLine,
      endLine: entity.span.endLine,
      score,
      reasons: reasonsOf(scored, context.signals),
    }));
}
