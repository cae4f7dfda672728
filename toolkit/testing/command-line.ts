/** A command as a person typed it. */
export interface CommandLine {
  /** Variables set before the program's name. */
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly string[];
  /** It has pipes, lists, redirections or substitutions: only a shell can run it, and `words` is of no use. */
  readonly needsShell: boolean;
  /** A quote is never closed: nothing can run it. */
  readonly openQuote: boolean;
}

interface Reader {
  words: string[];
  word: string | null;
  quote: string | null;
  needsShell: boolean;
}

const operators = new Set('|&;<>()$`\n');
const escapable = new Set('\\"$`');

function readQuoted(state: Reader, char: string, next: string | undefined): number {
  if (char === state.quote) {
    state.quote = null;
    return 1;
  }
  if (state.quote === '"' && char === '\\' && next !== undefined && escapable.has(next)) {
    state.word += next;
    return 2;
  }
  if (state.quote === '"' && (char === '$' || char === '`')) state.needsShell = true;
  state.word += char;
  return 1;
}

function endWord(state: Reader): void {
  if (state.word !== null) state.words.push(state.word);
  state.word = null;
}

function readPlain(state: Reader, char: string, next: string | undefined): number {
  if (operators.has(char)) state.needsShell = true;
  if (/\s/.test(char)) {
    endWord(state);
    return 1;
  }
  state.word ??= '';
  if (char === "'" || char === '"') {
    state.quote = char;
    return 1;
  }
  if (char === '\\' && next !== undefined) {
    state.word += next;
    return 2;
  }
  state.word += char;
  return 1;
}

const assignment = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/;

/**
 * Splits a command into words by the shell's rules for quotes and backslashes (POSIX, Shell Command Language,
 * 2.2). Nothing is expanded.
 */
export function parseCommandLine(text: string): CommandLine {
  const state: Reader = { words: [], word: null, quote: null, needsShell: false };
  for (let at = 0; at < text.length; ) {
    const char = text.charAt(at);
    const next = text[at + 1];
    at += state.quote === null ? readPlain(state, char, next) : readQuoted(state, char, next);
  }
  endWord(state);
  const env: Record<string, string> = {};
  let first = 0;
  for (const word of state.words) {
    const [, name, value] = assignment.exec(word) ?? [];
    if (name === undefined || value === undefined) break;
    env[name] = value;
    first += 1;
  }
  const { needsShell, quote } = state;
  return { env, words: state.words.slice(first), needsShell, openQuote: quote !== null };
}

const plain = /^[A-Za-z0-9_@%+=:,./[\]-]+$/;

/** The words as one line that a shell reads back as the same words. */
export const renderCommandLine = (words: readonly string[]): string =>
  words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
