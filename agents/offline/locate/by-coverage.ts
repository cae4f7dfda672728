import type { CodeEntity } from '../../../graph/domain/entity.ts';
import type { GraphStore } from '../../../graph/store/port.ts';
import type { Coverage } from '../../../toolkit/testing/types.ts';
import type { LineSuspicion } from '../../domain/location.ts';
import type { Reproduction } from '../../domain/roles.ts';
import { roleFactor } from './file-role.ts';
import type { Hit, Signal } from './signal.ts';

/** How often a line ran. */
export interface Spectrum {
  readonly failed: number;
  readonly passed: number;
}

/** Ochiai's coefficient (Abreu et al. 2007): 1 where only and all failing tests run the line. */
export const ochiai = ({ failed, passed }: Spectrum, failing: number): number =>
  failed === 0 ? 0 : failed / Math.sqrt(failing * (failed + passed));

/** DStar with exponent 2 (Wong et al. 2014), brought to 0…1 by x / (1 + x). */
export function dstar({ failed, passed }: Spectrum, failing: number): number {
  if (failed === 0) return 0;
  const rest = passed + failing - failed;
  if (rest === 0) return 1;
  const value = (failed * failed) / rest;
  return value / (1 + value);
}

type FileSpectra = Map<number, { failed: number; passed: number }>;
type Spectra = Map<string, FileSpectra>;

function countFailed(spectra: Spectra, covered: Coverage): void {
  for (const [path, lines] of Object.entries(covered)) {
    const ofFile: FileSpectra = spectra.get(path) ?? new Map();
    spectra.set(path, ofFile);
    for (const line of lines) {
      const known = ofFile.get(line);
      if (known) known.failed += 1;
      else ofFile.set(line, { failed: 1, passed: 0 });
    }
  }
}

/** Only lines that a failing test ran are of interest. */
function countPassed(spectra: Spectra, covered: Coverage): void {
  for (const [path, lines] of Object.entries(covered)) {
    const ofFile = spectra.get(path);
    for (const line of ofFile ? lines : []) {
      const known = ofFile?.get(line);
      if (known) known.passed += 1;
    }
  }
}

/** For every line that a failing test ran, how many failing and passing tests ran it. */
function spectraOf({ failing, passing, coverage }: Reproduction) {
  const spectra: Spectra = new Map();
  const known = (id: string): Coverage[] => (coverage[id] ? [coverage[id]] : []);
  const failed = failing.flatMap(({ id }) => known(id));
  const passed = passing.flatMap(known);
  for (const covered of failed) countFailed(spectra, covered);
  for (const covered of passed) countPassed(spectra, covered);
  return { spectra, failing: failed.length, passing: passed.length };
}

/** The narrowest class or method whose body, not its `def`, holds the line: those lines run on import. */
function ownerOf(entities: readonly CodeEntity[], line: number): CodeEntity | undefined {
  let best: CodeEntity | undefined;
  for (const entity of entities) {
    const { startLine, defLine, endLine } = entity.span;
    if (entity.kind !== 'method' && entity.kind !== 'class') continue;
    const holds = startLine <= line && line <= endLine;
    const runsOnImport = line <= defLine && endLine > defLine;
    if (!holds || runsOnImport) continue;
    if (!best || endLine - startLine <= best.span.endLine - best.span.startLine) best = entity;
  }
  return best;
}

export interface CoverageEvidence {
  readonly signal: Signal;
  readonly lines: readonly LineSuspicion[];
}

const mostLines = 400;

interface Seen {
  readonly entity: CodeEntity;
  score: number;
  spectrum: Spectrum;
}

/**
 * Lines of a class outside its methods run on import, whatever the test. A runner that explains a failure
 * prints the values involved, which no passing test does.
 */
const worthOf = ({ kind, name }: CodeEntity): number =>
  kind === 'class' || name === '__repr__' || name === '__str__' ? 0.3 : 1;

async function seenIn(
  graph: GraphStore,
  path: string,
  lines: ReadonlyMap<number, Spectrum>,
  failing: number,
): Promise<{ seen: Seen[]; lines: LineSuspicion[] }> {
  const entities = await graph.inFile(path);
  const seen = new Map<string, Seen>();
  const suspicions: LineSuspicion[] = [];
  for (const [line, spectrum] of lines) {
    const score = (ochiai(spectrum, failing) + dstar(spectrum, failing)) / 2;
    const entity = ownerOf(entities, line);
    if (!entity) continue;
    suspicions.push({ path, line, score });
    const worth = score * worthOf(entity);
    const known = seen.get(entity.id);
    if (!known) seen.set(entity.id, { entity, score: worth, spectrum });
    else if (worth > known.score) {
      known.score = worth;
      known.spectrum = spectrum;
    }
  }
  return { seen: [...seen.values()], lines: suspicions };
}

function sentence({ failed, passed }: Spectrum, failing: number, passing: number): string {
  const first =
    failing === 1 ? 'It runs in the failing test' : `It runs in ${failed} of ${failing} failing tests`;
  return passing === 0 ? `${first}.` : `${first} and in ${passed} of ${passing} passing ones.`;
}

/** Spectrum-based fault localisation: the mean of Ochiai and DStar of each line; an entity has its best line's. */
export async function byCoverage(graph: GraphStore, reproduction: Reproduction): Promise<CoverageEvidence> {
  const { spectra, failing, passing } = spectraOf(reproduction);
  const hits: Hit[] = [];
  const lines: LineSuspicion[] = [];
  for (const [path, ofFile] of spectra) {
    if (roleFactor(path) < 0.1) continue;
    const file = await seenIn(graph, path, ofFile, failing);
    lines.push(...file.lines);
    for (const { entity, score, spectrum } of file.seen) {
      /** One key for all: a file is as suspect as its worst line, however many it has. */
      const note = sentence(spectrum, failing, passing);
      hits.push({ path, id: entity.id, key: 'coverage', score, note });
    }
  }
  lines.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  return {
    lines: lines.slice(0, mostLines),
    signal: { kind: 'coverage', full: 1, hits, explain: ([first]) => first?.note ?? '' },
  };
}
