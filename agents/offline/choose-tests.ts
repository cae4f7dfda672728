import { isTestFile } from '../../graph/query/is-test.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { Issue } from '../domain/issue.ts';
import type { EntityLocation, FileLocation, Locations } from '../domain/location.ts';
import { addAlike, addNamed, isNamedAfter, namedTests } from './reproduce/test-names.ts';
import { type ChosenTests, Tally } from './reproduce/test-tally.ts';
import { addImporting, addReaching, startsOf } from './reproduce/test-users.ts';

export type { ChosenTests } from './reproduce/test-tally.ts';

export interface ChooseTestsInput {
  readonly issue: Issue;
  readonly graph: GraphStore;
  readonly locations: Locations;
  /** Most files given. */
  readonly limit: number;
}

const placesLooked = 12;
const mostCharacters = 200_000;

async function addForPlaces(
  graph: GraphStore,
  entities: readonly EntityLocation[],
  tally: Tally,
): Promise<void> {
  const places = entities.filter(({ kind }) => kind !== 'file').slice(0, placesLooked);
  const top = places[0]?.score || 1;
  for (const place of places)
    for (const start of await startsOf(graph, place, place.score / top)) {
      await addReaching(graph, start, tally);
      await addImporting(graph, start, tally);
    }
}

async function addForFiles(
  graph: GraphStore,
  files: readonly FileLocation[],
  testFiles: readonly string[],
  tally: Tally,
): Promise<void> {
  const top = files[0]?.score || 1;
  for (const { path, score } of files.slice(0, 5)) {
    const share = score / top;
    const file = (await graph.inFile(path))[0];
    if (file) await addImporting(graph, { id: file.id, share, name: path }, tally);
    for (const test of testFiles.filter((one) => isNamedAfter(one, path)))
      tally.add({ path: test, plea: 'fileName', score: share, because: `It is named after \`${path}\`.` });
  }
}

/**
 * Which test files to run first where the whole suite is too long: those the issue names, those that use or
 * import the places found (through at most three calls, or through their class), those named after their files,
 * those that share words with the issue.
 * Best first. Deterministic.
 */
export async function chooseTests({
  issue,
  graph,
  locations,
  limit,
}: ChooseTestsInput): Promise<ChosenTests[]> {
  const tally = new Tally();
  const testFiles = (await graph.files()).map(({ path }) => path).filter(isTestFile);
  const text = issue.text.slice(0, mostCharacters);
  addNamed(text, testFiles, await namedTests(graph, text), tally);
  await addAlike(graph, issue, tally);
  await addForPlaces(graph, locations.entities, tally);
  await addForFiles(graph, locations.files, testFiles, tally);
  return tally.list(limit);
}
