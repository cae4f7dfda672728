import { parseCommandLine } from '../command-line.ts';

/** A command that the repository's own tools would run its tests with. */
export interface FoundCommand {
  readonly words: readonly string[];
  /** Variables that they would set. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder that they would run it in, relative to the repository; the repository itself when absent. */
  readonly directory?: string;
  /** For the reader: `tox.ini [testenv]`. */
  readonly from: string;
}

/** Options that take another word, and that say nothing of which tests run: they measure, spread, report or colour. */
const valued = new Set(
  `--cov --cov-report --cov-config --cov-fail-under --cov-context -n --numprocesses --dist --maxprocesses --junitxml
  --junit-xml --html --durations --color --timeout --reruns --reruns-delay --benchmark-json`.split(/\s+/),
);
const alone = /^(?:--cov(?:-\w+)*|--no-cov|--benchmark-\w+|--self-contained-html|-n\w+|--forked|-v+|-q+|-s)$/;
const joined = /^(--[\w-]+)=/;

/** `--cov tests` would be ambiguous; pytest takes the word, people mean the tests. */
const looksLikeTests = (word: string): boolean => /(?:^|\/)tests?(?:\/|$)|\.py(?:::|$)/.test(word);

/** How many words from `word` on are left out. */
function left(word: string, next: string | undefined): number {
  const name = joined.exec(word)?.[1] ?? word;
  if (!valued.has(name)) return alone.test(word) ? 1 : 0;
  if (name !== word || next === undefined || next.startsWith('-')) return 1;
  return name === '--cov' && looksLikeTests(next) ? 1 : 2;
}

/** pytest's arguments without those that need a plugin only to measure, spread or report. */
export function withoutMeasuring(args: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < args.length; ) {
    const word = args[at] ?? '';
    const width = left(word, args[at + 1]);
    if (width === 0) kept.push(word);
    at += Math.max(1, width);
  }
  return kept;
}

/** The words of a line, without the variables before them; `null` for what only a shell could run. */
export function wordsOf(line: string): Omit<FoundCommand, 'from'> | null {
  const { env, words, needsShell, openQuote } = parseCommandLine(line);
  return needsShell || openQuote || words.length === 0 ? null : { env, words };
}
