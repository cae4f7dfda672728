import type { CodeEntity, EntityId } from '../../graph/domain/entity.ts';
import type { GraphStore } from '../../graph/store/port.ts';
import type { Issue } from '../domain/issue.ts';
import type { EntityLocation, FileLocation, Locations } from '../domain/location.ts';
import { fileRole } from './locate/file-role.ts';

/** A test file worth running first. */
export interface ChosenTests {
  readonly path: string;
  /** Higher is more worth running; comparable within one answer. */
  readonly score: number;
  /** The test functions in it that speak for it, best first; empty when only the file does. */
  readonly tests: readonly CodeEntity[];
  /** A sentence for the reader. */
  readonly because: string;
}

export interface ChooseTestsInput {
  readonly issue: Issue;
  readonly graph: GraphStore;
  readonly locations: Locations;
  /** Most files given. */
  readonly limit: number;
}

/** What speaks for a test file, strongest first. */
const worth = { named: 3, calls: 1, imports: 0.6, fileName: 0.5 } as const;
/** Each step further from the place makes it less sure that the test shows anything. */
const stepDecay = 0.5;
const steps = 3;
const placesLooked = 12;
const mostCharacters = 200_000;
/** A place that more tests reach is used by everything: reaching it says little. */
const widest = 400;

interface Entry {
  score: number;
  best: number;
  because: string;
  readonly tests: Map<EntityId, { readonly entity: CodeEntity; score: number }>;
}

class Tally {
  readonly #files = new Map<string, Entry>();

  add(path: string, score: number, because: string, test?: CodeEntity): void {
    const entry = this.#files.get(path) ?? { score: 0, best: 0, because, tests: new Map() };
    this.#files.set(path, entry);
    entry.score += score;
    if (score > entry.best) {
      entry.best = score;
      entry.because = because;
    }
    if (!test) return;
    const known = entry.tests.get(test.id);
    if (known) known.score += score;
    else entry.tests.set(test.id, { entity: test, score });
  }

  list(limit: number): ChosenTests[] {
    return [...this.#files]
      .sort(([a, x], [b, y]) => y.score - x.score || (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([path, { score, because, tests }]) => ({
        path,
        score: Math.round(score * 1e4) / 1e4,
        because,
        tests: [...tests.values()]
          .sort((a, b) => b.score - a.score || (a.entity.id < b.entity.id ? -1 : 1))
          .map(({ entity }) => entity),
      }));
  }
}

const isTest = ({ kind, name }: CodeEntity) => kind === 'method' && /^test/i.test(name);
const isTestFile = (path: string) => fileRole(path) === 'test' && !path.endsWith('conftest.py');

interface Start {
  readonly id: EntityId;
  readonly share: number;
  /** What the reader is told that the tests use. */
  readonly name: string;
}

const useKinds = ['CALLS', 'INSTANTIATES', 'REFERENCES', 'INHERITS'] as const;

async function users(
  graph: GraphStore,
  ids: readonly EntityId[],
  seen: Set<EntityId>,
): Promise<CodeEntity[]> {
  const found: CodeEntity[] = [];
  for (const id of ids)
    for (const { entity } of await graph.neighbours(id, {
      kinds: useKinds,
      direction: 'in',
      confidences: ['exact', 'inferred'],
    }))
      if (!seen.has(entity.id)) {
        seen.add(entity.id);
        found.push(entity);
      }
  return found;
}

const throughOthers = (step: number) => (step > 0 ? ` through ${step} other${step > 1 ? 's' : ''}` : '');

/** Tests that reach the place through at most three uses, nearest first. */
async function addReaching(graph: GraphStore, { id, share, name }: Start, tally: Tally): Promise<void> {
  const seen = new Set<EntityId>([id]);
  let edge: EntityId[] = [id];
  for (let step = 0; step < steps && seen.size < widest; step += 1) {
    const found = await users(graph, edge, seen);
    const score = worth.calls * share * stepDecay ** step;
    for (const entity of found.filter(({ path }) => isTestFile(path)))
      tally.add(
        entity.path,
        score,
        `It uses \`${name}\`${throughOthers(step)}.`,
        isTest(entity) ? entity : undefined,
      );
    edge = found.slice(0, widest).map((entity) => entity.id);
  }
}

/** Test files that import the place, its class or its file. */
async function addImporting(graph: GraphStore, { id, share, name }: Start, tally: Tally): Promise<void> {
  const near = await graph.neighbours(id, { kinds: ['IMPORTS'], direction: 'in' });
  const paths = new Set(near.map(({ entity }) => entity.path).filter(isTestFile));
  for (const path of paths)
    tally.add(path, (worth.imports * share) / Math.sqrt(paths.size), `It imports \`${name}\`.`);
}

/** The place itself, then the class around it (tests hold an instance), then its file. */
async function startsOf(graph: GraphStore, place: EntityLocation, share: number): Promise<Start[]> {
  const entity = await graph.get(place.id);
  const starts: Start[] = [{ id: place.id, share, name: place.qualifiedName }];
  const parent = entity && entity.kind !== 'file' ? await graph.get(entity.parentId) : undefined;
  if (parent?.kind === 'class')
    starts.push({ id: parent.id, share: share * 0.5, name: parent.qualifiedName });
  return starts;
}

/** `tests/test_models.py` and `tests/models/tests.py` are for `models.py`. */
function isNamedAfter(testPath: string, path: string): boolean {
  const parts = path.split('/');
  const file = (parts.pop() ?? '').replace(/\.py$/, '');
  const stem = (file === '__init__' ? (parts.pop() ?? '') : file).replace(/^_+/, '');
  const words = testPath.replace(/\.py$/, '').split('/').slice(-2);
  return (
    stem.length > 2 &&
    words.some((word) => word === stem || word === `test_${stem}` || word === `${stem}_test`)
  );
}

function addNamed(
  text: string,
  testFiles: readonly string[],
  tests: readonly CodeEntity[],
  tally: Tally,
): void {
  for (const path of testFiles)
    if (text.includes(path)) tally.add(path, worth.named, 'The issue names this file.');
  for (const test of tests)
    tally.add(test.path, worth.named, `The issue names the test \`${test.name}\`.`, test);
}

const testWord = /\btest\w{3,120}/gi;

/** Tests of the graph whose names stand in the issue; a name that many bear is left out. */
async function namedTests(graph: GraphStore, text: string): Promise<CodeEntity[]> {
  const words = new Set((text.match(testWord) ?? []).slice(0, 500));
  const found: CodeEntity[] = [];
  for (const word of words) {
    const same = (await graph.byName(word)).filter(({ kind, path }) => kind === 'method' && isTestFile(path));
    if (same.length <= 5) found.push(...same);
  }
  return found;
}

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
      tally.add(test, worth.fileName * share, `It is named after \`${path}\`.`);
  }
}

/**
 * Which test files to run first where the whole suite is too long: those the issue names, those that use or
 * import the places found (through at most three calls, or through their class), those named after their files.
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
  await addForPlaces(graph, locations.entities, tally);
  await addForFiles(graph, locations.files, testFiles, tally);
  return tally.list(limit);
}
