import type { FileRevision, Snapshot, SourceFile } from '../domain/snapshot.ts';
import { decodeFacts } from '../parse/codec/decode-facts.ts';
import { sourceRoots } from '../resolve/modules.ts';
import { revisionOf } from '../resolve/revision.ts';
import type { GraphCatalog, GraphStore } from '../store/port.ts';
import { type CollectOptions, collectFacts, type FileWithFacts } from './collect-facts.ts';
import { byPath } from './order.ts';
import type { Scan, ScannedFile } from './scan.ts';
import { snapshotKey } from './snapshot-key.ts';

/** More changes than this are no edit but another state, which is seldom like the one before. */
const mostChanged = 32;

export interface CarryOverRequest extends CollectOptions {
  readonly catalog: GraphCatalog;
  /** Key of the graph of an earlier state. */
  readonly from: string;
  readonly scanned: Scan;
}

/** Files with other contents than before; `undefined` where files came or went, or where too many changed. */
function changedFiles(before: readonly SourceFile[], { files }: Scan): ScannedFile[] | undefined {
  if (before.length !== files.length) return undefined;
  if (files.some(({ path }, index) => before[index]?.path !== path)) return undefined;
  const changed = files.filter(({ hash }, index) => before[index]?.hash !== hash);
  return changed.length <= mostChanged ? changed : undefined;
}

function revisionsOf(
  before: Snapshot,
  after: readonly FileWithFacts[],
  { cache }: CollectOptions,
): FileRevision[] | undefined {
  const hashes = new Map(before.files.map(({ path, hash }) => [path, hash]));
  const roots = sourceRoots(before.files.map(({ path }) => path));
  const known = cache.read(after.map(({ path }) => hashes.get(path) ?? ''));
  const revisions: FileRevision[] = [];
  for (const { path, facts } of after) {
    const earlier = known.get(hashes.get(path) ?? '');
    const revision =
      earlier &&
      revisionOf({ path, before: decodeFacts(earlier.facts, (text) => text), after: facts, roots });
    if (!revision) return undefined;
    revisions.push(revision);
  }
  return revisions;
}

/**
 * The graph of a folder from that of an earlier state, where all that has changed is what resolution does not read:
 * the very graph that resolving everything would give, in a fraction of the time. `undefined` for other changes.
 */
export async function carryOver(request: CarryOverRequest): Promise<GraphStore | undefined> {
  const { catalog, from, scanned, signal } = request;
  if (!catalog.revise) return undefined;
  const previous = await catalog.open(from).catch(() => undefined);
  const changed = previous && changedFiles(previous.snapshot.files, scanned);
  if (!changed) return undefined;
  const { files, failed, notes } = await collectFacts(changed, request);
  const revisions = failed.length === 0 ? revisionsOf(previous.snapshot, files, request) : undefined;
  if (!revisions) return undefined;
  const revised = new Map(files.map((file) => [file.path, file]));
  const all = scanned.files.map((file) => revised.get(file.path) ?? file);
  const isIn = new Set(all.map(({ path }) => path));
  const earlierNotes = previous.snapshot.skipped.filter(({ path }) => isIn.has(path) && !revised.has(path));
  const snapshot: Snapshot = {
    root: scanned.root,
    commit: scanned.commit,
    key: snapshotKey(all, scanned.skipped),
    files: all.map(({ path, hash, size }) => ({ path, hash, size })),
    skipped: [...scanned.skipped, ...earlierNotes, ...notes].sort(byPath),
  };
  return catalog.revise(previous, snapshot, revisions, signal);
}
