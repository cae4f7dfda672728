import { testGroup } from '../../../toolkit/testing/test-group.ts';
import type { TestResult } from '../../../toolkit/testing/types.ts';

/** Tests that are run with coverage: few are enough to tell lines apart, and coverage is slow. */
const mostFailing = 10;
const mostPassing = 80;
/** Seconds that the passing ones took together on the base. */
const mostSeconds = 10;

/** Evenly spaced, so that the sample is spread over the suite. */
function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as T);
}

function withinTime(tests: readonly TestResult[]): TestResult[] {
  let seconds = 0;
  return tests.filter((test) => {
    seconds += test.seconds;
    return seconds <= mostSeconds;
  });
}

/** Tests that hang say the same about the lines, and each costs its whole limit. */
const mostHanging = 2;

function failingSample(failing: readonly TestResult[]): TestResult[] {
  const hanging = failing.filter(({ status }) => status === 'timeout').slice(0, mostHanging);
  return [...failing.filter(({ status }) => status !== 'timeout'), ...hanging].slice(0, mostFailing);
}

/** Failing tests, then passing ones of the same files, then a spread over all others. */
export function coverageSample(failing: readonly TestResult[], results: readonly TestResult[]): string[] {
  const files = new Set(failing.map(({ id }) => testGroup(id)));
  const passed = results.filter(({ status }) => status === 'passed');
  const near = spread(
    passed.filter(({ id }) => files.has(testGroup(id))),
    mostPassing / 2,
  );
  const others = passed.filter(({ id }) => !files.has(testGroup(id)));
  const passing = withinTime([...near, ...spread(others, mostPassing - near.length)]);
  return [...failingSample(failing), ...passing].map(({ id }) => id);
}
