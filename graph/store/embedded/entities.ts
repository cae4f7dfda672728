import { checkEntities } from '../../domain/check-entities.ts';
import { type CodeEntity, type EntityId, type EntityKind, entityKinds } from '../../domain/entity.ts';
import { at } from '../../kernel/numbers.ts';
import { encodeGroups, Groups } from './groups.ts';
import type { SectionReader, Sections } from './sections.ts';
import { encodeStrings, replaceStrings, StringTable } from './strings.ts';

const spanNumbers = 3;

const numbersOf = ({ span }: CodeEntity): readonly number[] => [span.startLine, span.defLine, span.endLine];

/** The text of what only some kinds have. */
function detailOf(entity: CodeEntity): string {
  const { id: _id, name: _name, qualifiedName: _qualified, path: _path, span: _span, ...rest } = entity;
  return JSON.stringify(rest);
}

/** `entities` sorted by id, without duplicates; throws `INTERNAL` otherwise. */
export function encodeEntities(entities: readonly CodeEntity[]): Sections {
  checkEntities(entities);
  const spans = new Uint32Array(entities.length * spanNumbers);
  entities.forEach((entity, index) => {
    spans.set(numbersOf(entity), index * spanNumbers);
  });
  const startLine = (entity: number) => at(spans, entity * spanNumbers);
  return {
    ...encodeStrings(
      'ids',
      entities.map(({ id }) => id),
    ),
    ...encodeGroups(
      'names',
      entities.map(({ name }) => name),
    ),
    ...encodeGroups(
      'qualifiedNames',
      entities.map(({ qualifiedName }) => qualifiedName),
    ),
    ...encodeGroups(
      'paths',
      entities.map(({ path }) => path),
      (a, b) => startLine(a) - startLine(b) || a - b,
    ),
    ...encodeStrings('details', entities.map(detailOf)),
    spans,
    kinds: Uint8Array.from(entities, ({ kind }) => entityKinds.indexOf(kind)),
  };
}

/** The sections that differ when entities, by index, are replaced by others of the same names, kinds and order. */
export function reviseEntities(sections: SectionReader, revised: ReadonlyMap<number, CodeEntity>): Sections {
  const spans = sections.numbers('spans').slice();
  for (const [index, entity] of revised) spans.set(numbersOf(entity), index * spanNumbers);
  const details = new Map([...revised].map(([index, entity]) => [index, detailOf(entity)]));
  return { ...replaceStrings('details', sections, details), spans };
}

/** Entities of an open snapshot by index; the index order is that of ids. */
export class EntityTable {
  readonly ids: StringTable;
  readonly names: Groups;
  readonly qualifiedNames: Groups;
  readonly paths: Groups;
  readonly length: number;
  readonly #details: StringTable;
  readonly #spans: Uint32Array;
  readonly #kinds: Uint8Array;
  readonly #decoded: (CodeEntity | undefined)[];

  constructor(sections: SectionReader) {
    this.ids = new StringTable(sections, 'ids');
    this.names = new Groups(sections, 'names');
    this.qualifiedNames = new Groups(sections, 'qualifiedNames');
    this.paths = new Groups(sections, 'paths');
    this.#details = new StringTable(sections, 'details');
    this.#spans = sections.numbers('spans');
    this.#kinds = sections.bytes('kinds');
    this.length = this.ids.length;
    this.#decoded = new Array<CodeEntity | undefined>(this.length);
  }

  /** -1 where there is none. */
  find(id: EntityId): number {
    return this.ids.find(id);
  }

  id(index: number): EntityId {
    return this.ids.get(index) as EntityId;
  }

  kind(index: number): EntityKind {
    return entityKinds[this.kindCode(index)] ?? 'file';
  }

  /** Its kind's place in `entityKinds`. */
  kindCode(index: number): number {
    return at(this.#kinds, index);
  }

  startLine(index: number): number {
    return at(this.#spans, index * spanNumbers);
  }

  endLine(index: number): number {
    return at(this.#spans, index * spanNumbers + 2);
  }

  get(index: number): CodeEntity {
    const known = this.#decoded[index];
    if (known) return known;
    const entity = this.once(index);
    this.#decoded[index] = entity;
    return entity;
  }

  /** As `get`, without keeping it. The cast is safe: `encodeEntities` took the text from a `CodeEntity`, the checksum held. */
  once(index: number): CodeEntity {
    return {
      id: this.id(index),
      name: this.names.keyOf(index),
      qualifiedName: this.qualifiedNames.keyOf(index),
      path: this.paths.keyOf(index),
      span: {
        startLine: this.startLine(index),
        defLine: at(this.#spans, index * spanNumbers + 1),
        endLine: this.endLine(index),
      },
      ...JSON.parse(this.#details.once(index)),
    } as CodeEntity;
  }
}
