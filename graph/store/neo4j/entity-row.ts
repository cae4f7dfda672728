import { type CodeEntity, type EntityKind, entityKinds } from '../../domain/entity.ts';
import { int, type Row } from './connection.ts';

/** Labels as people read them in Neo4j Browser. */
export const labels: Readonly<Record<EntityKind, string>> = {
  file: 'File',
  class: 'Class',
  method: 'Method',
  variable: 'Variable',
};

const kindOf = (label: string): EntityKind => entityKinds.find((kind) => labels[kind] === label) ?? 'file';

/** A node's properties: what people look at, and in `detail`, as JSON, all that only some kinds have. */
export function rowOf(entity: CodeEntity, rank: number): Row {
  const { id, kind: _kind, name, qualifiedName, path, span, ...rest } = entity;
  // A text that was cut may end in half a character, which Bolt can't carry; in `detail` JSON escapes it.
  const whole = (text: string) => Buffer.from(text).toString();
  return {
    rank: int(rank),
    id,
    name,
    qualifiedName,
    path,
    startLine: int(span.startLine),
    defLine: int(span.defLine),
    endLine: int(span.endLine),
    ...('signature' in entity ? { signature: whole(entity.signature), role: entity.role } : {}),
    ...('bases' in entity ? { bases: entity.bases.map(whole) } : {}),
    ...('traits' in entity && entity.traits ? { traits: [...entity.traits] } : {}),
    ...('keywords' in entity && entity.keywords ? { keywords: entity.keywords.map(whole) } : {}),
    ...('decorators' in entity ? { decorators: entity.decorators.map(whole) } : {}),
    ...('value' in entity && entity.value !== null ? { value: whole(entity.value) } : {}),
    ...('docstring' in entity && entity.docstring !== null ? { docstring: whole(entity.docstring) } : {}),
    detail: JSON.stringify(rest),
  };
}

/** What `entityFields` returns of a node. */
export interface EntityRow {
  readonly label: string;
  readonly rank: number;
  readonly id: string;
  readonly name: string;
  readonly qualifiedName: string;
  readonly path: string;
  readonly startLine: number;
  readonly defLine: number;
  readonly endLine: number;
  readonly detail: string;
}

/** A map expression of the node `variable`, to be returned. */
export const entityFields = (variable: string): string =>
  `${variable}{.rank, .id, .name, .qualifiedName, .path, .startLine, .defLine, .endLine, .detail, label: [x IN labels(${variable}) WHERE x <> 'Entity'][0]}`;

/** The cast is safe: `rowOf` took all of it from a `CodeEntity`. */
export const entityOf = ({
  label,
  id,
  name,
  qualifiedName,
  path,
  startLine,
  defLine,
  endLine,
  detail,
}: EntityRow): CodeEntity =>
  ({
    kind: kindOf(label),
    id,
    name,
    qualifiedName,
    path,
    span: { startLine, defLine, endLine },
    ...JSON.parse(detail),
  }) as CodeEntity;
