import type { IndexSummary } from '../index-repository.ts';
import type { Colours } from './colours.ts';

const shownSkipped = 10;

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

/** For people: what the graph holds, and what was left out and why. */
export function renderIndex(summary: IndexSummary, colours: Colours): string {
  const { files, skipped, entities, relations, seconds, rssMb, snapshot } = summary;
  const kinds = Object.entries(relations).filter(([, confidences]) => total(confidences) > 0);
  const width = Math.max(0, ...kinds.map(([kind]) => kind.length));
  return [
    `${colours.bold(`${files} files`)} in ${seconds.toFixed(1)} s, ${Math.round(rssMb)} MB at most`,
    `snapshot ${snapshot}`,
    `entities: ${counted(entities)}`,
    'relations:',
    ...kinds.map(([kind, confidences]) => `  ${kind.padEnd(width)}  ${counted(confidences)}`),
    ...(skipped.length === 0 ? [] : [`skipped: ${skipped.length}`]),
    ...skipped.slice(0, shownSkipped).map(({ path, reason }) => `  ${path}: ${reason}`),
    ...(skipped.length > shownSkipped ? ['  … --json lists them all'] : []),
    '',
  ].join('\n');
}
