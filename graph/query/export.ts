import type { CodeEntity } from '../domain/entity.ts';
import type { Relation } from '../domain/relation.ts';
import type { GraphStore } from '../store/port.ts';

interface Place {
  readonly file: string;
  /** Line of `def`, `class` or the first binding; `null` for a module. */
  readonly line: number | null;
}

const placeOf = ({ kind, path, span }: CodeEntity): Place => ({
  file: path,
  line: kind === 'file' ? null : span.defLine,
});

function entityLine(entity: CodeEntity): string {
  const { kind, id, name, qualifiedName, path, span, ...rest } = entity;
  const { line } = placeOf(entity);
  const { startLine, endLine } = span;
  return JSON.stringify({
    type: 'entity',
    id,
    kind,
    name,
    qualifiedName,
    file: path,
    defLine: line,
    startLine,
    endLine,
    ...rest,
  });
}

function relationLine(relation: Relation, src: Place, dst: Place): string {
  const { kind, confidence, sites } = relation;
  return JSON.stringify({
    type: 'relation',
    kind,
    src: relation.src,
    dst: relation.dst,
    srcFile: src.file,
    srcLine: src.line,
    dstFile: dst.file,
    dstLine: dst.line,
    confidence,
    sites: sites.map(({ line, column }) => ({ file: src.file, line, column })),
  });
}

/**
 * The whole graph as JSON, one object a line, without line ends: every entity by id, then every relation by src,
 * kind, dst. Lines are made as they are asked for; of what was told, only each entity's place is remembered.
 */
export async function* exportLines(graph: GraphStore): AsyncGenerator<string, void, undefined> {
  const places = new Map<string, Place>();
  for await (const entity of graph.entities()) {
    places.set(entity.id, placeOf(entity));
    yield entityLine(entity);
  }
  for await (const relation of graph.relations()) {
    const src = places.get(relation.src);
    const dst = places.get(relation.dst);
    if (src && dst) yield relationLine(relation, src, dst);
  }
}
