import type { Evidence } from '../domain/candidate.ts';
import type { Criterion, Standing } from './standing.ts';

const tests = (n: number) => `${n} ${n === 1 ? 'test' : 'tests'}`;

function validated({ fixed, regressionsPassed, regressionsRun }: Evidence): string {
  const first = `Confirmed: ${tests(fixed.length)} that failed on the base ${fixed.length === 1 ? 'passes' : 'pass'} now`;
  if (regressionsRun === 0) return `${first}; no other test was run.`;
  return `${first}, and ${regressionsPassed} of ${regressionsRun} that passed before still pass.`;
}

function regression({ broken, fixed }: Evidence): string {
  const shown = broken.slice(0, 3).join(', ');
  const more = broken.length > 3 ? ` and ${broken.length - 3} more` : '';
  return `Not confirmed: ${tests(fixed.length)} that failed pass now, but it breaks ${shown}${more}.`;
}

/** What was seen, in one sentence. Only a validated candidate is called confirmed. */
function seen(evidence: Evidence): string {
  switch (evidence.verdict) {
    case 'validated':
      return validated(evidence);
    case 'regression':
      return regression(evidence);
    case 'not-fixed':
      return `Not confirmed: with it ${tests(Math.max(1, evidence.stillFailing.length))} of the issue still ${evidence.stillFailing.length > 1 ? 'fail' : 'fails'}.`;
    case 'unproven':
      return 'Not confirmed: no test could tell whether it repairs the issue.';
    case 'timeout':
      return 'Not confirmed: its tests did not end in time.';
    case 'does-not-parse':
      return 'Not confirmed: the changed file is not valid Python.';
    case 'does-not-apply':
      return 'Not confirmed: it does not apply to the base.';
  }
}

type Name = Criterion['name'];

const reasons: Readonly<Record<Name, (a: Standing, b: Standing) => string>> = {
  verdict: () => 'the tests say more for it',
  regressions: (a, b) =>
    a.evidence.regressionsPassed === b.evidence.regressionsPassed
      ? `it breaks fewer tests (${a.evidence.broken.length} against ${b.evidence.broken.length})`
      : `more tests that passed before pass with it (${a.evidence.regressionsPassed} against ${b.evidence.regressionsPassed})`,
  reproduction: (a, b) =>
    `more of the failing tests pass with it (${a.evidence.fixed.length} against ${b.evidence.fixed.length})`,
  votes: (a, b) => `more candidates make the same change (${a.votes} against ${b.votes})`,
  size: (a, b) =>
    a.size.lines === b.size.lines
      ? `it changes less text (${a.size.characters} characters against ${b.size.characters})`
      : `it changes fewer lines (${a.size.lines} against ${b.size.lines})`,
  prior: () => 'its kind of change is the likelier one here',
  id: () => 'nothing tells them apart, and its id sorts first',
};

/** Why a candidate stands where it stands, for a reader who sees the list. */
export function because(standing: Standing, next: Standing | undefined, decided: Name | undefined): string {
  const first = seen(standing.evidence);
  return next && decided
    ? `${first} It stands above the next because ${reasons[decided](standing, next)}.`
    : first;
}
