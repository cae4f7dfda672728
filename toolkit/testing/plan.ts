import { dirname } from 'node:path/posix';
import { MendError } from '../../graph/kernel/errors.ts';
import { parseCommandLine } from './command-line.ts';
import type { Probe } from './probe.ts';
import { recognise } from './recognise.ts';
import { findTestFiles, type TestFiles } from './test-files.ts';
import type { TestPlan } from './types.ts';

export interface PlanOptions {
  /** What the user typed after `--test`. */
  readonly testCommand?: string;
  /** Absolute folder of the repository. */
  readonly root: string;
  readonly probe: Pick<Probe, 'python' | 'version' | 'pytest' | 'because'>;
}

const nonEmpty = (words: readonly string[]): readonly [string, ...string[]] => {
  const [first, ...rest] = words;
  if (first === undefined || first === '')
    throw new MendError('TEST_COMMAND', 'the test command is empty', {
      hint: 'give one such as --test "pytest tests/test_x.py", or leave --test out',
    });
  return [first, ...rest];
};

const about = ({ python, version, because }: PlanOptions['probe']): string =>
  `${python} is Python ${version}; ${because}`;

function planned(testCommand: string, probe: PlanOptions['probe']): TestPlan {
  const { env, words, needsShell, openQuote } = parseCommandLine(testCommand);
  if (openQuote)
    throw new MendError('TEST_COMMAND', `the test command has an open quote: ${testCommand}`, {
      hint: 'close it, or put a backslash before it',
    });
  if (needsShell)
    return {
      runner: 'command',
      argv: ['sh', '-c', testCommand],
      python: probe.python,
      because: 'the test command needs a shell, so its exit status alone decides',
    };
  const argv = nonEmpty(words);
  const recognised = recognise(argv);
  const base = { argv, env, python: probe.python };
  if (!recognised)
    return {
      ...base,
      runner: 'command',
      because: 'the test command is neither pytest nor unittest, so its exit status alone decides',
    };
  if (recognised.runner === 'pytest' && probe.pytest === null)
    throw new MendError(
      'TEST_COMMAND',
      `the test command needs pytest, which ${probe.python} does not have`,
      {
        hint: 'install pytest there, or name another interpreter with --python',
      },
    );
  return {
    ...base,
    runner: recognised.runner,
    because: `the test command runs ${recognised.runner}; ${about(probe)}`,
  };
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);

/** The folder that unittest's discovery must start from to come to `folder`: it goes down through packages only. */
function startFor(folder: string, packages: ReadonlySet<string>): string {
  let start = folder;
  while (start !== '' && packages.has(start)) start = start.includes('/') ? dirname(start) : '';
  return start;
}

/** Discovery from where it finds the most test files. */
function discovery({ forUnittest, packages }: TestFiles): readonly string[] {
  const totals = new Map<string, number>();
  for (const [folder, count] of forUnittest) {
    const start = startFor(folder, packages);
    totals.set(start, (totals.get(start) ?? 0) + count);
  }
  const [best] = [...totals].toSorted(([a, m], [b, n]) => n - m || a.length - b.length || (a < b ? -1 : 1));
  return !best || best[0] === '' ? ['discover'] : ['discover', '-s', best[0]];
}

function discovered(files: TestFiles, probe: PlanOptions['probe']): TestPlan {
  const { pytestConfig, forPytest, forUnittest } = files;
  const count = sum(forPytest);
  if (probe.pytest !== null && (pytestConfig !== null || count > 0 || forUnittest.size === 0))
    return {
      runner: 'pytest',
      argv: ['pytest'],
      python: probe.python,
      because: `pytest ${probe.pytest} is installed and ${pytestConfig ? `${pytestConfig} configures it` : `finds ${count} test files`}; ${about(probe)}`,
    };
  const why = probe.pytest === null ? 'pytest is not installed' : 'no file is named as pytest expects';
  return {
    runner: 'unittest',
    argv: ['python', '-m', 'unittest', ...discovery(files)],
    python: probe.python,
    because: `${why}, and unittest finds ${sum(forUnittest)} test files; ${about(probe)}`,
  };
}

/**
 * How the repository's tests are run: by the user's command, else by pytest where it is installed and has
 * something to find, else by unittest. Throws `TEST_COMMAND` for a command that cannot work.
 */
export async function planTests({ testCommand, root, probe }: PlanOptions): Promise<TestPlan> {
  if (testCommand !== undefined) return planned(testCommand, probe);
  return discovered(await findTestFiles(root), probe);
}
