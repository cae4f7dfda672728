import { dirname, join } from 'node:path/posix';
import type { Recognised } from '../recognise.ts';
import { readText } from './read-text.ts';

/** What a script says that hands tests to Django's runner. */
const djangoRunner =
  /get_runner|DiscoverRunner|execute_from_command_line|call_command|DjangoTestSuiteRunner|TEST_RUNNER/;

export async function isDjangoScript(root: string, path: string): Promise<boolean> {
  const text = await readText(root, path);
  return text !== null && /\bdjango\b/.test(text) && djangoRunner.test(text);
}

/** The repository is sympy, whose tests have a runner of their own. */
export async function isSympy(root: string): Promise<boolean> {
  for (const path of ['sympy/testing/runtests.py', 'sympy/utilities/runtests.py'])
    if ((await readText(root, path))?.includes('class SymPyTests')) return true;
  return false;
}

/** Whether what is called as Django's or sympy's script is so. */
export async function isWhatItSeems(
  { runner, target }: Recognised,
  root: string,
  directory: string,
): Promise<boolean> {
  if (runner === 'sympy') return isSympy(root);
  if (runner !== 'django' || !target || !('script' in target)) return true;
  return isDjangoScript(root, join(directory, target.script));
}

const placeOfOption = (args: readonly string[], ...names: readonly string[]): string | undefined => {
  for (const [at, word] of args.entries()) {
    if (names.includes(word)) return args[at + 1];
    const joined = names.find((name) => name.startsWith('--') && word.startsWith(`${name}=`));
    if (joined !== undefined) return word.slice(joined.length + 1);
  }
  return undefined;
};

function startOfDiscovery(args: readonly string[]): string {
  if (args[0] !== 'discover') return '';
  const [, first = ''] = args;
  const start = placeOfOption(args, '-s', '--start-directory') ?? (first.startsWith('-') ? '' : first);
  const top = placeOfOption(args, '-t', '--top-level-directory');
  // `discover package.tests` names a module, whose ids start where it is run.
  return top ?? (start.includes('/') || !start.includes('.') ? start : '');
}

/** Folder that the runner's dotted ids start from, relative to the repository; '' is the repository itself. */
export function idRootOf({ runner, args, target }: Recognised, directory: string): string {
  const within =
    runner === 'unittest'
      ? startOfDiscovery(args)
      : runner === 'django' && target && 'script' in target
        ? dirname(target.script)
        : '';
  const path = join(directory, within).replace(/\/$/, '');
  return path === '.' || path.startsWith('/') || path.split('/').includes('..') ? '' : path;
}
