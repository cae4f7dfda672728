import type { CodeEntity } from '../../domain/entity.ts';
import type { FileRevision } from '../../domain/snapshot.ts';
import { at } from '../../kernel/numbers.ts';
import { EntityTable, reviseEntities } from './entities.ts';
import { reviseTerms } from './revise-terms.ts';
import type { SectionReader, Sections } from './sections.ts';

/** The file's entities by index; `undefined` unless they are just those that it had. */
function matched(table: EntityTable, { path, entities }: FileRevision): Map<number, CodeEntity> | undefined {
  const matches = new Map<number, CodeEntity>();
  for (const entity of entities) {
    const index = table.find(entity.id);
    if (index < 0 || table.kind(index) !== entity.kind) return undefined;
    if (table.names.keyOf(index) !== entity.name) return undefined;
    if (table.qualifiedNames.keyOf(index) !== entity.qualifiedName) return undefined;
    matches.set(index, entity);
  }
  return matches.size === table.paths.members(path).length ? matches : undefined;
}

/** Moves the sites of all edges that leave the entities; false where one has no new place. */
function moveSites(
  sections: SectionReader,
  sites: Uint32Array,
  entities: Iterable<number>,
  moved: FileRevision['moved'],
): boolean {
  const outStarts = sections.numbers('outStarts');
  const siteStarts = sections.numbers('siteStarts');
  for (const entity of entities) {
    const from = at(siteStarts, at(outStarts, entity));
    const to = at(siteStarts, at(outStarts, entity + 1));
    for (let site = from; site < to; site += 1) {
      const place = moved({ line: at(sites, site * 2), column: at(sites, site * 2 + 1) });
      if (!place) return false;
      sites.set([place.line, place.column], site * 2);
    }
  }
  return true;
}

/** A graph's sections with some files revised; `undefined` where these have other entities, or sites that are lost. */
export function reviseSections(
  sections: SectionReader,
  revisions: readonly FileRevision[],
): Sections | undefined {
  const table = new EntityTable(sections);
  const sites = sections.numbers('sites').slice();
  const entities = new Map<number, CodeEntity>();
  for (const revision of revisions) {
    const own = matched(table, revision);
    if (!own || !moveSites(sections, sites, own.keys(), revision.moved)) return undefined;
    for (const [index, entity] of own) entities.set(index, entity);
  }
  const documents = revisions.flatMap(({ terms }) =>
    terms.map((document) => ({ ...document, owner: table.find(document.id) })),
  );
  return {
    ...sections.all,
    ...reviseEntities(sections, entities),
    ...reviseTerms(sections, entities.keys(), documents),
    sites,
  };
}
