import { isPythonWord } from './interpreter.ts';
import type { RunnerKind } from './types.ts';

/** A command line that we can run by our own adapter, with results per test. */
export interface Recognised {
  readonly runner: Exclude<RunnerKind, 'command'>;
  /** The interpreter's own options, such as `-W error`. */
  readonly flags: readonly string[];
  /** Arguments of pytest or unittest. */
  readonly args: readonly string[];
}

const launchers = new Set(['uv', 'poetry', 'pipenv', 'pdm', 'hatch', 'rye']);

/** `poetry run pytest` without the `poetry run`: its environment is found by other means, and it wants a network. */
function withoutLauncher(words: readonly string[]): readonly string[] {
  const [first = '', second] = words;
  return launchers.has(first) && second === 'run' && !words[2]?.startsWith('-') ? words.slice(2) : words;
}

const flagsWithValue = new Set(['-W', '-X']);
const plainFlag = /^-[BdEiIOqsSuvb]+$/;

function modules(words: readonly string[]): Recognised | null {
  const flags: string[] = [];
  let at = 0;
  for (let word = words[at]; word !== undefined && word !== '-m'; word = words[at]) {
    const width = flagsWithValue.has(word) ? 2 : 1;
    if (width === 1 && !plainFlag.test(word) && !/^-[WX]./.test(word)) return null;
    flags.push(...words.slice(at, at + width));
    at += width;
  }
  const module = words[at + 1];
  const args = words.slice(at + 2);
  if (module === 'pytest' || module === 'unittest') return { runner: module, flags, args };
  return module === 'coverage' ? coverage(args) : null;
}

/** `coverage run -m pytest …`: we measure ourselves, so only what it runs is kept. */
function coverage(args: readonly string[]): Recognised | null {
  const at = args.indexOf('-m');
  return args[0] === 'run' && at > 0 ? modules(args.slice(at)) : null;
}

/** What `words` runs, or `null` for a command that only its exit status can tell about. */
export function recognise(words: readonly string[]): Recognised | null {
  const [program = '', ...rest] = withoutLauncher(words);
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (name === 'pytest' || name === 'py.test') return { runner: 'pytest', flags: [], args: rest };
  if (name === 'coverage') return coverage(rest);
  return isPythonWord(program) ? modules(rest) : null;
}

/** The first word that matters for the choice of the interpreter. */
export const programWords = (words: readonly string[]): readonly string[] => withoutLauncher(words);
