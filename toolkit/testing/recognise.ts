import { isPythonWord } from './python-word.ts';
import type { AdaptedKind } from './types.ts';

/** A command line that we can run by our own adapter, with results per test. */
export interface Recognised {
  readonly runner: AdaptedKind;
  /** The interpreter's own options, such as `-W error`. */
  readonly flags: readonly string[];
  /** Arguments of the runner. */
  readonly args: readonly string[];
  /** For Django and sympy: the script, relative to where the command runs, the module or the code that runs it. */
  readonly target?: Target;
}

export type Target = { readonly script: string } | { readonly module: string } | { readonly code: string };

const launchers = new Set(['uv', 'poetry', 'pipenv', 'pdm', 'hatch', 'rye']);

/** `poetry run pytest` without the `poetry run`: its environment is found by other means, and it wants a network. */
function withoutLauncher(words: readonly string[]): readonly string[] {
  const [first = '', second] = words;
  return launchers.has(first) && second === 'run' && !words[2]?.startsWith('-') ? words.slice(2) : words;
}

const flagsWithValue = new Set(['-W', '-X']);
const plainFlag = /^-[BdEiIOqsSuvb]+$/;

/** `runtests.py` as Django has it, `manage.py test`, and sympy's `bin/test`; whether they are so is for others to see. */
function script(path: string, args: readonly string[]): Omit<Recognised, 'flags'> | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const target = { script: path };
  if (name === 'runtests.py') return { runner: 'django', args, target };
  if (name === 'manage.py' && args[0] === 'test') return { runner: 'django', args, target };
  return /(^|\/)bin\/test$/.test(path) ? { runner: 'sympy', args, target } : null;
}

const sympyCode = /^\s*import\s+sympy\s*;\s*sympy\.test\(\s*\)\s*$/;

function afterFlags(words: readonly string[]): Omit<Recognised, 'flags'> | null {
  const [first = '', second = '', ...args] = words;
  if (first === '-c')
    return sympyCode.test(second) ? { runner: 'sympy', args, target: { code: second } } : null;
  if (first !== '-m') return script(first, words.slice(1));
  if (second === 'pytest' || second === 'unittest') return { runner: second, args };
  if (second === 'coverage') return coverage(args);
  return second === 'django' && args[0] === 'test'
    ? { runner: 'django', args, target: { module: second } }
    : null;
}

/** What the interpreter does with these words of its. */
function interpreted(words: readonly string[]): Recognised | null {
  let at = 0;
  for (let word = words[at]; word?.startsWith('-') && word !== '-m' && word !== '-c'; word = words[at]) {
    const width = flagsWithValue.has(word) ? 2 : 1;
    if (width === 1 && !plainFlag.test(word) && !/^-[WX]./.test(word)) return null;
    at += width;
  }
  const found = afterFlags(words.slice(at));
  return found && { ...found, flags: words.slice(0, at) };
}

const coverageValues = new Set(['--source', '--omit', '--include', '--rcfile', '--context', '--data-file']);

/** `coverage run …`: we measure ourselves, so only what it runs is kept. */
function coverage(args: readonly string[]): Omit<Recognised, 'flags'> | null {
  if (args[0] !== 'run') return null;
  let at = 1;
  for (let word = args[at]; word?.startsWith('-') && word !== '-m'; word = args[at])
    at += coverageValues.has(word) ? 2 : 1;
  return afterFlags(args.slice(at));
}

/**
 * What `words` runs, or `null` for a command that only its exit status can tell about. By the words alone: a script
 * that is called as Django's or sympy's may be another.
 */
export function recognise(words: readonly string[]): Recognised | null {
  const [program = '', ...rest] = withoutLauncher(words);
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (isPythonWord(program)) return interpreted(rest);
  const flags: readonly string[] = [];
  if (name === 'pytest' || name === 'py.test') return { runner: 'pytest', flags, args: rest };
  if (name === 'django-admin' && rest[0] === 'test')
    return { runner: 'django', flags, args: rest, target: { module: 'django' } };
  const found = name === 'coverage' ? coverage(rest) : script(program, rest);
  return found && { ...found, flags };
}

/** The first word that matters for the choice of the interpreter. */
export const programWords = (words: readonly string[]): readonly string[] => withoutLauncher(words);
