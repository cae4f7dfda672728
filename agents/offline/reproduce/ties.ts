import type { EntityId } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { TestResult } from '../../../toolkit/testing/types.ts';
import type { EntityLocation, Locations } from '../../domain/location.ts';
import type { Clues } from '../locate/clues.ts';
import { fileRole } from '../locate/file-role.ts';
import { stopWords } from '../locate/vocabulary.ts';
import { pytestParts, testEntity } from '../test-entities.ts';
import { holdsName, shortName } from './words.ts';

/** How surely a failing test shows the issue, and the sentence that says why. */
export interface Tie {
  /** 0 is none; 1 and above is enough. */
  readonly strength: number;
  readonly because: string;
}

/**
 * What ties count. The issue naming the test settles it; a traceback through the place, or the same message, is
 * nearly as good; a way through the graph or a word in common is only a hint, and two hints make a tie.
 */
const strengths = { named: 4, message: 2, frame: 2, direct: 1.2, reach: 0.8, name: 0.8, word: 0.4 } as const;

const placesLooked = 15;
const stepsLooked = 3;

/** The issue names the test itself or its file. */
export function namedTie(test: TestResult, issueText: string): Tie | null {
  const name = shortName(test.id);
  if (/^test/i.test(name) && name.length > 6 && holdsName(issueText, name))
    return { strength: strengths.named, because: `the issue names the test \`${name}\`` };
  const path = pytestParts(test.id)?.path;
  return path !== undefined && issueText.includes(path)
    ? { strength: strengths.named / 2, because: `the issue names its file \`${path}\`` }
    : null;
}

const raised = /^(?:E\s+)?([A-Za-z_][\w.]{0,100}): (.{6,300})$/m;

/** The test fails with the exception and words that the issue quotes. */
export function messageTie({ message }: TestResult, issueText: string): Tie | null {
  const match = message === null ? null : raised.exec(message);
  const text = match?.[2]?.trim() ?? '';
  if (!match || (text.match(/[A-Za-z]{2,}/g) ?? []).length < 2) return null;
  if (issueText.includes(text))
    return {
      strength: strengths.message,
      because: `it fails with the issue's own message, "${text.slice(0, 100)}"`,
    };
  return null;
}

/** The traceback of the test goes through a place that the issue points at. */
export function frameTie(test: TestResult, places: readonly EntityLocation[]): Tie | null {
  for (const { path, line } of [...test.frames].reverse()) {
    if (fileRole(path) === 'test') continue;
    const index = places.findIndex(
      (place) => place.path === path && place.startLine <= line && line <= place.endLine,
    );
    const place = places[index];
    if (place)
      return {
        strength: strengths.frame / (1 + index / placesLooked),
        because: `its traceback goes through \`${place.qualifiedName}\`, which the issue points at`,
      };
  }
  return null;
}

/** Identifiers of the issue that stand in the test's name or message; words of its title in the name. */
export function wordTie(test: TestResult, clues: Clues): Tie | null {
  const said = `${test.id} ${test.message ?? ''}`;
  const names = clues.names
    .filter(({ context }) => context !== 'word' && context !== 'traceback')
    .map(({ name }) => name.split('.').at(-1) ?? name)
    .filter((name) => name.length > 3 && holdsName(said, name));
  if (names[0]) return { strength: strengths.name, because: `\`${names[0]}\` stands in both` };
  const own = new Set(shortName(test.id).toLowerCase().split(/_+/));
  const heavy = clues.words.filter(
    ({ word, weight }) => weight >= 2 && own.has(word) && !stopWords.has(word),
  );
  return heavy[0]
    ? { strength: strengths.word, because: `its name has the issue's word "${heavy[0].word}"` }
    : null;
}

const useKinds = ['CALLS', 'INSTANTIATES', 'REFERENCES'] as const;

/** The test reaches, by calls and references, a place that the issue points at. */
async function reachTie(
  test: TestResult,
  graph: GraphStore,
  places: readonly EntityLocation[],
): Promise<Tie | null> {
  const entity = await testEntity(graph, test.id);
  if (!entity) return null;
  const query = { kinds: useKinds, direction: 'out', confidences: ['exact', 'inferred'] } as const;
  const direct = new Set<EntityId>((await graph.closure(entity.id, query, 1)).map(({ id }) => id));
  const near = places.find(({ id }) => direct.has(id));
  if (near)
    return {
      strength: strengths.direct,
      because: `it uses \`${near.qualifiedName}\`, which the issue points at`,
    };
  const reached = new Set<EntityId>((await graph.closure(entity.id, query, stepsLooked)).map(({ id }) => id));
  const far = places.slice(0, 5).find(({ id }) => reached.has(id));
  return far
    ? { strength: strengths.reach, because: `it reaches \`${far.qualifiedName}\`, which the issue points at` }
    : null;
}

export interface TieInput {
  readonly issueText: string;
  readonly clues: Clues;
  readonly graph: GraphStore;
  readonly locations: Locations;
}

/** What ties one failing test to the issue: the strengths add up, the strongest gives the sentence. */
export async function tieOf(
  test: TestResult,
  { issueText, clues, graph, locations }: TieInput,
): Promise<Tie> {
  const places = locations.entities.filter(({ kind }) => kind !== 'file').slice(0, placesLooked);
  const ties = [
    namedTie(test, issueText),
    messageTie(test, issueText),
    frameTie(test, places),
    await reachTie(test, graph, places),
    wordTie(test, clues),
  ].filter((tie) => tie !== null);
  const best = ties.reduce<Tie | null>((top, tie) => (top && top.strength >= tie.strength ? top : tie), null);
  return {
    strength: ties.reduce((sum, { strength }) => sum + strength, 0),
    because: best?.because ?? 'nothing ties it to the issue',
  };
}
