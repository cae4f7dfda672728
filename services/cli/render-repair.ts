import type { RankedCandidate } from '../../agents/domain/candidate.ts';
import type { RepairResult } from '../repair.ts';
import { type Colours, paintPatch, printable } from './colours.ts';
import { renderEntities } from './render-locations.ts';

const shownLocations = 5;
const shownCandidates = 5;

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** All of them, or how many there are and why not all. */
function regressionScope({ reproduction }: RepairResult, run: number): string {
  const passed = reproduction?.reproduction?.passing.length ?? run;
  return passed > run ? ` (the nearest to the bug; all ${passed} would take too long)` : '';
}

function evidenceLines(
  { evidence, because, candidate }: RankedCandidate,
  result: RepairResult,
  colours: Colours,
): string[] {
  const { fixed, regressionsPassed, regressionsRun, seconds } = evidence;
  return [
    `  ${colours.bold('What')}      ${printable(candidate.summary)}`,
    ...fixed.slice(0, 5).map((id) => `  ${colours.green('✔')} fails before, passes after: ${printable(id)}`),
    ...(fixed.length > 5 ? [`    and ${fixed.length - 5} more`] : []),
    `  ${colours.green('✔')} ${regressionsPassed} of ${plural(regressionsRun, 'test')} that passed before still pass${regressionScope(result, regressionsRun)}`,
    `  ${colours.green('✔')} applies to a clean checkout; tried in ${seconds.toFixed(1)} s`,
    `  ${colours.bold('Why')}       ${printable(because)}`,
  ];
}

function best(result: RepairResult, colours: Colours): string[] {
  const [first] = result.candidates;
  if (first?.evidence.verdict !== 'validated') return [];
  return [
    colours.underline('Patch'),
    paintPatch(printable(first.patch.trimEnd()), colours),
    '',
    colours.underline('Evidence'),
    ...evidenceLines(first, result, colours),
    '',
  ];
}

function others({ candidates }: RepairResult, colours: Colours): string[] {
  const rest = candidates.filter(({ rank, evidence }) => rank > 1 || evidence.verdict !== 'validated');
  const worthShowing = rest.filter(
    ({ evidence }) => evidence.verdict === 'validated' || evidence.verdict === 'regression',
  );
  const shown = (worthShowing.length > 0 ? worthShowing : rest.slice(0, 3)).slice(0, shownCandidates);
  if (shown.length === 0) return [];
  const lines = shown.map(
    ({ rank, evidence, candidate }) => `  ${rank}. ${evidence.verdict}: ${printable(candidate.summary)}`,
  );
  return [
    colours.underline('Other candidates'),
    ...lines,
    colours.dim(`  ${candidates.length} tried in all`),
    '',
  ];
}

const headlines = {
  validated: 'Validated: a patch that makes the failing tests pass and breaks none.',
  unvalidated: 'Not validated: changes were tried, and none passed the tests.',
  located: 'Located: places were found, but nothing that could be proved.',
  failed: 'Failed: nothing was found.',
} as const;

function advice({ outcome, runId, timeIsUp }: RepairResult): string[] {
  if (outcome === 'validated')
    return [
      `  keep the patch: mendgraph runs show ${runId} --patch > fix.patch`,
      '  write it into the checkout: repair with --apply',
    ];
  const more = timeIsUp ? ['  the time was used up: try again with a larger --max-time'] : [];
  return outcome === 'located'
    ? [...more, '  name a test that fails because of the issue: --test "pytest path/to/test.py"']
    : more;
}

/** For people: the outcome, what showed the bug, the places, the patch with its evidence, and what to do next. */
export function renderRepair(result: RepairResult, colours: Colours): string {
  const paint = result.outcome === 'validated' ? colours.green : colours.yellow;
  const { base, reproduction, locations } = result;
  const dirty =
    base && base.dirty.length > 0
      ? [
          colours.dim(
            `The checkout has uncommitted changes (${base.dirty.slice(0, 3).join(', ')}…): the patch is against the files as they are.`,
          ),
        ]
      : [];
  return [
    '',
    colours.bold(paint(headlines[result.outcome])),
    ...(reproduction ? [printable(reproduction.because)] : []),
    ...dirty,
    '',
    ...(locations ? [renderEntities(locations, shownLocations, colours), ''] : []),
    ...best(result, colours),
    ...others(result, colours),
    ...advice(result),
    colours.dim(`  run ${result.runId}, ${result.seconds.toFixed(1)} s`),
    '',
  ].join('\n');
}
