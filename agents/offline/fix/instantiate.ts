import type { EntityLocation } from '../../domain/location.ts';
import { applyChanges, type Change } from '../syntax/edits.ts';
import type { Syntax } from '../syntax/tree.ts';
import { statementOf } from '../syntax/walk.ts';
import type { Draft, Template } from '../templates/define-template.ts';
import { type FilePlace, Place } from './place.ts';
import { nodesOf } from './region.ts';
import type { Suspicion } from './suspicion.ts';

/** A draft with where it is from. */
export interface Proposal {
  readonly file: FilePlace;
  readonly region: Syntax;
  readonly entity: EntityLocation;
  readonly template: Template;
  readonly draft: Draft;
  /** Offset of its first change. */
  readonly at: number;
  /** 0 to 1, of its line. */
  readonly suspicion: number;
}

/** Most drafts of one template in one entity, and of all. */
const maxPerTemplate = 500;
const maxPerEntity = 4_000;
const maxNodes = 30_000;

interface Visited {
  readonly node: Syntax;
  readonly suspicion: number;
}

/** By type, most suspicious lines first, so that what is cut off is the least suspicious. */
function visitedNodes(region: Syntax, path: string, suspicion: Suspicion): Map<string, Visited[]> {
  const found = new Map<string, Visited[]>();
  let count = 0;
  for (const node of nodesOf(region)) {
    count += 1;
    if (count > maxNodes) break;
    if (!node.named) continue;
    const list = found.get(node.type) ?? [];
    list.push({ node, suspicion: suspicion.of(path, node.line) });
    found.set(node.type, list);
  }
  for (const list of found.values()) list.sort((a, b) => b.suspicion - a.suspicion);
  return found;
}

/** A statement's first line counts for all its lines, as that is what coverage tells. */
function suspicionOf(draft: Draft, node: Syntax, path: string, suspicion: Suspicion): number {
  const own = suspicion.of(path, draft.line);
  if (node.type === 'block' || node.type === 'function_definition') return own;
  return Math.max(own, suspicion.of(path, statementOf(node)?.line ?? draft.line));
}

const same = ({ start, end, text }: Change, source: string) => source.slice(start, end) === text;

interface Work {
  readonly file: FilePlace;
  readonly region: Syntax;
  readonly entity: EntityLocation;
  readonly suspicion: Suspicion;
}

/** What one template makes of the nodes it visits. */
function* fromTemplate(
  work: Work,
  template: Template,
  nodes: readonly Visited[],
  place: Place,
): Generator<Proposal> {
  const { file, region, entity, suspicion } = work;
  const { source } = file.root;
  for (const { node } of nodes)
    for (const draft of template.draft(node, place)) {
      if (draft.weight <= 0 || draft.changes.every((change) => same(change, source))) continue;
      const at = draft.changes[0]?.start ?? node.start;
      const of = suspicionOf(draft, node, file.path, suspicion);
      yield { file, region, entity, template, draft, at, suspicion: of };
    }
}

/** All that the templates make of one entity; bounded. */
export function instantiate(work: Work, templates: readonly Template[]): Proposal[] {
  const place = new Place(work.file, work.region);
  const visited = visitedNodes(work.region, work.file.path, work.suspicion);
  const proposals: Proposal[] = [];
  for (const template of templates) {
    let room = Math.min(maxPerTemplate, maxPerEntity - proposals.length);
    const nodes = template.visits.flatMap((type) => visited.get(type) ?? []);
    for (const proposal of fromTemplate(work, template, nodes, place)) {
      if (room <= 0) break;
      proposals.push(proposal);
      room -= 1;
    }
  }
  return proposals;
}

/** How far around a change its line is looked at to tell where the text first differs. */
const reach = 200;

/** What a draft changes, without what stays: two drafts that lead to the same text have the same key. */
export function resultOf({ file, draft }: Proposal): string {
  const { source } = file.root;
  const start = Math.max(0, Math.min(...draft.changes.map((change) => change.start)) - reach);
  const end = Math.min(source.length, Math.max(...draft.changes.map((change) => change.end)) + reach);
  const before = source.slice(start, end);
  const after = applyChanges(
    before,
    draft.changes.map((change) => ({ ...change, start: change.start - start, end: change.end - start })),
  );
  let head = 0;
  while (head < before.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return `${file.path}:${start + head}:${end - tail}:${after.slice(head, after.length - tail)}`;
}
