import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { type FoundCommand, withoutMeasuring } from './find/found-command.ts';
import { isDjangoScript, isSympy } from './find/known-scripts.ts';
import { noxCommands } from './find/nox.ts';
import { readText } from './find/read-text.ts';
import { toxCommands } from './find/tox.ts';
import { about, adapterFor, isFolder, type PlanProbe, places } from './plan-command.ts';
import type { Recognised } from './recognise.ts';
import { findTestFiles, type TestFiles } from './test-files.ts';
import type { TestPlan } from './types.ts';

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);

/** The folder that unittest's discovery must start from to come to `folder`: it goes down through packages only. */
function startFor(folder: string, packages: ReadonlySet<string>): string {
  let start = folder;
  while (start !== '' && packages.has(start)) start = start.includes('/') ? dirname(start) : '';
  return start;
}

/** Where discovery finds the most test files; '' is the repository itself. */
function bestStart({ forUnittest, packages }: TestFiles): string {
  const totals = new Map<string, number>();
  for (const [folder, count] of forUnittest) {
    const start = startFor(folder, packages);
    totals.set(start, (totals.get(start) ?? 0) + count);
  }
  const [best] = [...totals].toSorted(([a, m], [b, n]) => n - m || a.length - b.length || (a < b ? -1 : 1));
  return best?.[0] ?? '';
}

function byPytest({ pytestConfig, forPytest }: TestFiles, probe: PlanProbe): TestPlan {
  const why = pytestConfig ? `${pytestConfig} configures it` : `finds ${sum(forPytest)} test files`;
  return {
    runner: 'pytest',
    argv: ['pytest'],
    python: probe.python,
    because: `pytest ${probe.pytest} is installed and ${why}; ${about(probe)}`,
  };
}

function byUnittest(files: TestFiles, probe: PlanProbe): TestPlan {
  const start = bestStart(files);
  const why = probe.pytest === null ? 'pytest is not installed' : 'no file is named as pytest expects';
  return {
    runner: 'unittest',
    argv: ['python', '-m', 'unittest', 'discover', ...(start === '' ? [] : ['-s', start])],
    python: probe.python,
    because: `${why}, and unittest finds ${sum(files.forUnittest)} test files; ${about(probe)}`,
    ...(start !== '' && { idRoot: start }),
  };
}

/** Django's own tests, and sympy's. */
async function byOwnRunner(root: string, probe: PlanProbe): Promise<TestPlan | null> {
  const { python } = probe;
  for (const script of ['tests/runtests.py', 'runtests.py']) {
    if (!(await isDjangoScript(root, script))) continue;
    const idRoot = dirname(script);
    const because = `${script} runs the tests with Django's runner; ${about(probe)}`;
    return {
      ...{ runner: 'django', argv: ['python', script], python, because },
      ...(idRoot !== '.' && { idRoot }),
    };
  }
  if (!(await isSympy(root))) return null;
  const script = (await readText(root, 'bin/test')) === null ? null : 'bin/test';
  const because = `${script ?? 'sympy.test()'} is sympy's own runner; ${about(probe)}`;
  const argv = ['python', ...(script ? [script] : ['-c', 'import sympy; sympy.test()'])] as const;
  return { runner: 'sympy', argv: argv as TestPlan['argv'], python, because };
}

/** `manage.py` in the repository or one folder down. */
async function byManage(root: string, { packages, forUnittest }: TestFiles, probe: PlanProbe) {
  const near = [...packages, ...forUnittest.keys()].map((folder) => folder.split('/')[0] ?? '');
  for (const directory of ['', ...new Set(near.filter((folder) => folder !== ''))]) {
    if (!(await isDjangoScript(root, join(directory, 'manage.py')))) continue;
    const because = `${join(directory, 'manage.py')} is a Django project's; ${about(probe)}`;
    const where = directory === '' ? {} : { directory, idRoot: directory };
    const argv = ['python', 'manage.py', 'test'] as const;
    return { runner: 'django', argv, python: probe.python, because, ...where } satisfies TestPlan;
  }
  return null;
}

/** What the words come to once the tool that would run them, and what it would measure, are left out. */
function bareWords({ runner, flags, args, target }: Recognised): TestPlan['argv'] {
  if (runner === 'pytest' && flags.length === 0) return ['pytest', ...withoutMeasuring(args)];
  if (runner === 'pytest') return ['python', ...flags, '-m', 'pytest', ...withoutMeasuring(args)];
  if (!target) return ['python', ...flags, '-m', 'unittest', ...args];
  if ('script' in target) return ['python', ...flags, target.script, ...args];
  return ['python', ...flags, ...('module' in target ? ['-m', target.module] : ['-c', target.code]), ...args];
}

const looksLikePath = (word: string): boolean => !word.startsWith('-') && /\/|\.py$/.test(word);

async function pathsAreThere(root: string, directory: string, args: readonly string[]): Promise<boolean> {
  const paths = args.filter(looksLikePath).map((word) => word.split('::')[0] ?? '');
  const found = await Promise.all(paths.map((path) => stat(join(root, directory, path)).catch(() => null)));
  return found.every((each) => each !== null);
}

async function adapted(command: FoundCommand, root: string, probe: PlanProbe): Promise<TestPlan | null> {
  const { words, env, directory = '', from } = command;
  if (directory !== '' && !(await isFolder(root, directory))) return null;
  const recognised = await adapterFor(words, root, directory);
  if (!recognised || (recognised.runner === 'pytest' && probe.pytest === null)) return null;
  if (!(await pathsAreThere(root, directory, recognised.args))) return null;
  const { runner } = recognised;
  const because = `${from} runs ${runner}, here without the environment that it would make, since that needs a network; ${about(probe)}`;
  return {
    ...{ runner, argv: bareWords(recognised), env, python: probe.python, because },
    ...places(recognised, directory),
  };
}

/** Each is looked up on the disk. */
const mostCommands = 100;

/** The first command of tox or nox that an adapter of ours can run. */
async function byTools(
  commands: readonly FoundCommand[],
  root: string,
  probe: PlanProbe,
): Promise<TestPlan | null> {
  for (const command of commands) {
    const plan = await adapted(command, root, probe);
    if (plan) return plan;
  }
  return null;
}

/** Commands that prepare something, and so test nothing. */
const preparing =
  /^(?:pip|python|coverage|echo|rm|mkdir|flake8|black|isort|mypy|ruff|pylint|sphinx-build|twine)$/;

/** A command of theirs that only its exit status tells about: better than none. */
function byTheirCommand(commands: readonly FoundCommand[], { python }: PlanProbe): TestPlan | null {
  const found = commands.find(({ words: [first = ''] }) => !preparing.test(first) && !first.startsWith('/'));
  const [first, ...rest] = found?.words ?? [];
  if (!found || first === undefined) return null;
  const because = `${found.from} runs it, no test files were found, and its exit status decides`;
  const where = found.directory ? { directory: found.directory } : {};
  return { runner: 'command', argv: [first, ...rest], env: found.env, python, because, ...where };
}

/**
 * How the repository's tests are run, as far as its files tell: by a runner of its own; by what tox or nox would call;
 * by pytest where it is configured; by Django's `manage.py`; by pytest where it is installed and finds something; else
 * by unittest. Nothing of the repository runs.
 */
export async function planFound(root: string, probe: PlanProbe): Promise<TestPlan> {
  const commands = [...(await toxCommands(root)), ...(await noxCommands(root))].slice(0, mostCommands);
  const sure = (await byOwnRunner(root, probe)) ?? (await byTools(commands, root, probe));
  if (sure) return sure;
  const files = await findTestFiles(root);
  const { pytestConfig, forPytest, forUnittest } = files;
  if (probe.pytest !== null && pytestConfig !== null) return byPytest(files, probe);
  const manage = await byManage(root, files, probe);
  if (manage) return manage;
  if (probe.pytest !== null && forPytest.size > 0) return byPytest(files, probe);
  if (forUnittest.size === 0) {
    const theirs = byTheirCommand(commands, probe);
    if (theirs) return theirs;
    if (probe.pytest !== null) return byPytest(files, probe);
  }
  return byUnittest(files, probe);
}
