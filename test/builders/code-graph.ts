import type {
  ClassEntity,
  CodeEntity,
  EntityId,
  FileEntity,
  MethodEntity,
  VariableEntity,
} from '../../graph/domain/entity.ts';
import { entityId } from '../../graph/domain/entity.ts';
import type { Confidence, Relation, RelationKind, Site } from '../../graph/domain/relation.ts';
import type { EntityTerms, ListedGraph, Snapshot } from '../../graph/domain/snapshot.ts';
import { termCounts } from '../../graph/domain/term-counts.ts';
import { termsOf } from '../../graph/query/terms.ts';

/** `[startLine, endLine]`, or with the line of `def` between them. */
type Lines = readonly [number, number] | readonly [number, number, number];

const spanOf = (lines: Lines) => ({
  startLine: lines[0],
  defLine: lines.length === 3 ? lines[1] : lines[0],
  endLine: lines.at(-1) ?? lines[0],
});

const moduleOf = (path: string) => path.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');

function named(path: string, nested: string, lines: Lines, ordinal = 1) {
  const parts = nested.split('.');
  return {
    id: entityId(path, nested, ordinal),
    name: parts.at(-1) ?? '',
    qualifiedName: `${moduleOf(path)}.${nested}`,
    path,
    span: spanOf(lines),
    parentId: entityId(path, parts.slice(0, -1).join('.')),
  };
}

export const fileEntity = (path: string, lines: number): FileEntity => ({
  kind: 'file',
  id: entityId(path, ''),
  name: moduleOf(path).split('.').at(-1) ?? '',
  qualifiedName: moduleOf(path),
  path,
  span: spanOf([1, lines]),
  docstring: null,
});

export const classEntity = (
  path: string,
  nested: string,
  lines: Lines,
  { ordinal, ...rest }: Partial<ClassEntity> & { readonly ordinal?: number } = {},
): ClassEntity => ({
  kind: 'class',
  ...named(path, nested, lines, ordinal),
  bases: [],
  decorators: [],
  docstring: null,
  ...rest,
});

export const methodEntity = (
  path: string,
  nested: string,
  lines: Lines,
  { ordinal, ...rest }: Partial<MethodEntity> & { readonly ordinal?: number } = {},
): MethodEntity => ({
  kind: 'method',
  ...named(path, nested, lines, ordinal),
  role: nested.includes('.') ? 'instance' : 'function',
  isAsync: false,
  parameters: [],
  returns: null,
  signature: `def ${nested.split('.').at(-1)}()`,
  decorators: [],
  docstring: null,
  ...rest,
});

export const variableEntity = (
  path: string,
  nested: string,
  line: number,
  rest: Partial<VariableEntity> = {},
): VariableEntity => ({
  kind: 'variable',
  ...named(path, nested, [line, line]),
  scope: nested.includes('.') ? 'class' : 'module',
  annotation: null,
  value: null,
  ...rest,
});

export const relation = (
  src: string,
  kind: RelationKind,
  dst: string,
  confidence: Confidence = 'exact',
  sites: readonly Site[] = [],
): Relation => ({ kind, src: src as EntityId, dst: dst as EntityId, confidence, sites });

export function termsFor(id: string, text: string): EntityTerms {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { id: id as EntityId, ...termCounts(counts) };
}

const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** A graph in the order that `CodeGraph` states. */
export const codeGraph = (
  entities: readonly CodeEntity[],
  relations: readonly Relation[] = [],
  terms: readonly EntityTerms[] = [],
): ListedGraph => ({
  entities: [...entities].sort((a, b) => compare(a.id, b.id)),
  relations: [...relations].sort(
    (a, b) => compare(a.src, b.src) || compare(a.kind, b.kind) || compare(a.dst, b.dst),
  ),
  terms: [...terms].sort((a, b) => compare(a.id, b.id)),
});

export const snapshotOf = (key: string, rest: Partial<Snapshot> = {}): Snapshot => ({
  root: '/srv/repository',
  key,
  commit: null,
  files: [],
  skipped: [],
  ...rest,
});
