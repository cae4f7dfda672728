import type { FileLocation } from '../../agents/domain/location.ts';
import type { RankedLocations } from '../locations-document.ts';
import { type Colours, printable } from './colours.ts';

function bullet(rank: number, head: string, { score, reasons }: FileLocation, colours: Colours): string[] {
  const number = `${rank}.`.padStart(4);
  const shown = reasons.length === 0 ? ['no reason kept'] : reasons.slice(0, 2);
  return [
    `${number} ${head}  ${colours.dim(score.toFixed(2))}`,
    ...shown.map((reason) => `     ${colours.dim(printable(reason))}`),
  ];
}

/** For people: the first `limit` entities, each with the reasons that tell most. */
export function renderEntities({ entities }: RankedLocations, limit: number, colours: Colours): string {
  const lines = entities.slice(0, limit).flatMap((entity, index) => {
    const place = printable(`${entity.path}:${entity.startLine}-${entity.endLine}`);
    return bullet(index + 1, `${colours.bold(printable(entity.qualifiedName))}  ${place}`, entity, colours);
  });
  return [colours.underline('Places'), ...lines].join('\n');
}

/** For people: the first `limit` entities and files. */
export function renderLocations(locations: RankedLocations, limit: number, colours: Colours): string {
  if (locations.files.length + locations.entities.length === 0)
    return 'No place fits the issue: say in it which function, file or message is concerned.\n';
  const fileLines = locations.files
    .slice(0, limit)
    .flatMap((file, index) => bullet(index + 1, colours.bold(printable(file.path)), file, colours));
  return [renderEntities(locations, limit, colours), '', colours.underline('Files'), ...fileLines, ''].join(
    '\n',
  );
}
