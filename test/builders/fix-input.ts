import type { Candidate } from '../../agents/domain/candidate.ts';
import type { EntityLocation, LineSuspicion } from '../../agents/domain/location.ts';
import type { FixInput } from '../../agents/domain/roles.ts';
import type { EntityKind } from '../../graph/domain/entity.ts';
import { entityId } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { Edit, PlacedEdit } from '../../toolkit/workspace/edits/schema.ts';
import { memoryGraph } from './memory-graph.ts';

export interface FixCase {
  readonly source: string;
  readonly path?: string;
  /** What the issue says. */
  readonly issue?: string;
  /** What the failing test said; absent: no test was run. */
  readonly said?: string;
  /** 1-based lines with their suspicion. */
  readonly lines?: Readonly<Record<number, number>>;
  readonly kind?: EntityKind;
  /** The entity's lines; the whole file unless given. */
  readonly from?: number;
  readonly to?: number;
  readonly graph?: GraphStore;
  readonly limit?: number;
}

const emptyGraph = () => memoryGraph({ entities: [], relations: [], terms: [] });

/** What the flow hands to suggester and fixer for one file with one suspicious entity. */
export function fixInput(wanted: FixCase): FixInput {
  const { source, path = 'shop.py', issue = 'wrong result', said, lines = {}, kind = 'method' } = wanted;
  const entity: EntityLocation = {
    id: entityId(path, 'entity'),
    path,
    qualifiedName: 'shop.entity',
    kind,
    startLine: wanted.from ?? 1,
    endLine: wanted.to ?? source.split('\n').length,
    score: 1,
    reasons: ['It is named in the issue.'],
  };
  const suspicions: LineSuspicion[] = Object.entries(lines).map(([line, score]) => ({
    path,
    line: Number(line),
    score,
  }));
  const failing = { id: 't', status: 'failed', seconds: 0, message: said ?? null, frames: [] } as const;
  const report = {
    runner: 'pytest',
    end: 'finished',
    exitCode: 1,
    results: [failing],
    coverage: {},
    outputTail: '',
    seconds: 0,
  } as const;
  return {
    issue: { title: issue, text: issue },
    repository: {
      graph: wanted.graph ?? emptyGraph(),
      read: async (asked) => (asked === path ? source : undefined),
    },
    reproduction: said === undefined ? null : { failing: [failing], passing: [], coverage: {}, report },
    locations: { files: [], entities: [entity], lines: suspicions },
    entities: [entity],
    suggestions: [],
    limit: wanted.limit ?? 5000,
  };
}

/** An edit of an exact place; throws for any other. */
export function placed(edit: Edit | undefined): PlacedEdit {
  if (edit && 'startLine' in edit) return edit;
  throw new Error('no edit of an exact place');
}

/** The text with exact edits made; throws where the text does not have what an edit says. */
export function edited(source: string, edits: readonly Edit[]): string {
  const starts = [0];
  for (const line of source.split('\n')) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const found = edits
    .map(placed)
    .map((edit) => ({ ...edit, at: (starts[edit.startLine - 1] ?? 0) + edit.startColumn }));
  let text = source;
  for (const { at, old, new: put } of found.sort((a, b) => b.at - a.at)) {
    if (source.slice(at, at + old.length) !== old) throw new Error(`no '${old}' at ${at}`);
    text = text.slice(0, at) + put + text.slice(at + old.length);
  }
  return text;
}

export const resultsOf = (source: string, candidates: readonly Candidate[]): string[] =>
  candidates.map(({ edits }) => edited(source, edits));
