import type { CodeEntity, EntityId } from '../../graph/domain/entity.ts';
import { entityId } from '../../graph/domain/entity.ts';
import type { Relation, RelationKind } from '../../graph/domain/relation.ts';
import type { CodeGraph } from '../../graph/domain/snapshot.ts';
import { termCounts } from '../../graph/domain/term-counts.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import { codeGraph } from './code-graph.ts';
import { memoryGraph } from './memory-graph.ts';

/** `[from, kind, to]`, ids as in the graph. */
export type Tie = readonly [string, RelationKind, string];

interface Open {
  readonly indent: number;
  readonly nested: string;
  readonly id: EntityId;
  readonly isClass: boolean;
}

const header = /^(\s*)(class|def) (\w+)/;
const termsIn = (text: string) => {
  const counts = new Map<string, number>();
  for (const word of text.match(/[A-Za-z]\w*/g) ?? [])
    for (const part of new Set([word.toLowerCase(), ...word.toLowerCase().split('_')]))
      counts.set(part, (counts.get(part) ?? 0) + 1);
  return termCounts(counts);
};

interface Built {
  readonly entities: CodeEntity[];
  readonly relations: Relation[];
  readonly texts: Map<EntityId, string[]>;
}

const relation = (src: string, kind: RelationKind, dst: string): Relation => ({
  kind,
  src: src as EntityId,
  dst: dst as EntityId,
  confidence: 'exact',
  sites: [],
});

function endOf(lines: readonly string[], start: number, indent: number): number {
  let end = start;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (line.length - line.trimStart().length <= indent) break;
    end = at;
  }
  return end + 1;
}

function addFile(path: string, source: string, built: Built): void {
  const lines = source.split('\n');
  const module = path.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');
  const file = entityId(path, '');
  const span = { startLine: 1, defLine: 1, endLine: lines.length };
  built.entities.push({
    kind: 'file',
    id: file,
    name: module.split('.').at(-1) ?? '',
    qualifiedName: module,
    path,
    span,
    docstring: null,
  });
  const open: Open[] = [{ indent: -1, nested: '', id: file, isClass: false }];
  lines.forEach((line, index) => {
    const indent = line.length - line.trimStart().length;
    while (line.trim() !== '' && open.length > 1 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const parent = open.at(-1) ?? { indent: -1, nested: '', id: file, isClass: false };
    const match = header.exec(line);
    if (match) open.push(define({ path, module, lines, index, indent, parent, match }, built));
    else built.texts.set(parent.id, [...(built.texts.get(parent.id) ?? []), line]);
  });
}

interface Definition {
  readonly path: string;
  readonly module: string;
  readonly lines: readonly string[];
  readonly index: number;
  readonly indent: number;
  readonly parent: Open;
  readonly match: RegExpExecArray;
}

function define({ path, module, lines, index, indent, parent, match }: Definition, built: Built): Open {
  const name = match[3] ?? '';
  const nested = parent.nested ? `${parent.nested}.${name}` : name;
  const before = built.entities.filter(
    (one) => one.path === path && one.qualifiedName === `${module}.${nested}`,
  );
  const id = entityId(path, nested, before.length + 1);
  const isClass = match[2] === 'class';
  const own = {
    id,
    name,
    qualifiedName: `${module}.${nested}`,
    path,
    span: { startLine: index + 1, defLine: index + 1, endLine: endOf(lines, index, indent) },
    parentId: parent.id,
    decorators: [],
    docstring: null,
  };
  const method = {
    role: parent.isClass ? ('instance' as const) : ('function' as const),
    isAsync: false,
    parameters: [],
    returns: null,
    signature: match[0].trim(),
  };
  built.entities.push(isClass ? { ...own, kind: 'class', bases: [] } : { ...own, ...method, kind: 'method' });
  if (parent.isClass && !isClass) built.relations.push(relation(parent.id, 'HAS_METHOD', id));
  built.texts.set(id, [match[0]]);
  return { indent, nested, id, isClass };
}

/** Classes, functions, lines and words are read from the text, relations are those given. In the order `CodeGraph` states. */
export function codeGraphOf(sources: Readonly<Record<string, string>>, ties: readonly Tie[] = []): CodeGraph {
  const built: Built = { entities: [], relations: [], texts: new Map() };
  for (const [path, source] of Object.entries(sources)) addFile(path, source, built);
  built.relations.push(...ties.map(([src, kind, dst]) => relation(src, kind, dst)));
  const terms = [...built.texts].map(([id, lines]) => ({ id, ...termsIn(lines.join('\n')) }));
  return codeGraph(built.entities, built.relations, terms);
}

/** A graph of small Python sources for tests of what reads graphs. */
export const graphOf = (sources: Readonly<Record<string, string>>, ties: readonly Tie[] = []): GraphStore =>
  memoryGraph(codeGraphOf(sources, ties));
