import type { EntityLocation, FileLocation } from '../agents/domain/location.ts';

/** Places of either kind, best first. */
export interface RankedLocations {
  readonly files: readonly FileLocation[];
  readonly entities: readonly EntityLocation[];
}

/** The document of `locate --json`, and `locations` of a repair's. */
export const locationsDocument = ({ files, entities }: RankedLocations) => ({
  files: files.map(({ path, score, reasons }) => ({ path, score, reasons })),
  entities: entities.map(({ path, qualifiedName, kind, startLine, endLine, score, reasons }) => ({
    path,
    qualifiedName,
    kind,
    startLine,
    endLine,
    score,
    reasons,
  })),
});
