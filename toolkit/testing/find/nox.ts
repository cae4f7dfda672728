import type { FoundCommand } from './found-command.ts';
import { readText } from './read-text.ts';

/** Strings, comments, names, line ends and single characters: all that a light look at Python needs. */
const token =
  /("""|''')[\s\S]*?\1|[rRuUbBfF]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*|[A-Za-z_]\w*|\n|[^\s]/g;

const isString = (text: string): boolean => /^[rRuUbBfF]{0,2}["']/.test(text);

/** The text of a literal; `null` where it holds more than text. */
function literal(text: string): string | null {
  const [, prefix = '', body = ''] = /^([a-zA-Z]{0,2})["']([\s\S]*)["']$/.exec(text) ?? [];
  if (/f/i.test(prefix) && body.includes('{')) return null;
  return body.startsWith('""') || body.startsWith("''") ? null : body.replace(/\\(.)/g, '$1');
}

interface Call {
  readonly session: string;
  readonly words: readonly string[];
}

const closing: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

/** Arguments of the call whose `(` is at `at`, one list of tokens each. */
function argumentsAt(tokens: readonly string[], at: number): string[][] {
  const found: string[][] = [[]];
  let depth = 1;
  for (let next = at + 1; next < tokens.length && next < at + 500; next += 1) {
    const text = tokens[next] ?? '';
    depth += closing[text] ?? 0;
    if (depth === 0) break;
    if (text === ',' && depth === 1) found.push([]);
    else if (text !== '\n' && !text.startsWith('#')) found.at(-1)?.push(text);
  }
  return found;
}

/** Words that are written out; `*session.posargs`, keywords and what is computed are left out. */
function wordsOf(call: readonly (readonly string[])[]): string[] {
  return call.flatMap((tokens) => {
    const [only] = tokens;
    const text = tokens.length === 1 && only !== undefined && isString(only) ? literal(only) : null;
    return text === null ? [] : [text];
  });
}

function calls(text: string): Call[] {
  const tokens = text.match(token) ?? [];
  const found: Call[] = [];
  let session = '';
  tokens.forEach((word, at) => {
    if (word === 'def') session = tokens[at + 1] ?? '';
    const [dot, run, open] = tokens.slice(at + 1, at + 4);
    if (word !== 'session' || dot !== '.' || run !== 'run' || open !== '(') return;
    const words = wordsOf(argumentsAt(tokens, at + 3));
    if (words.length > 0) found.push({ session, words });
  });
  return found;
}

const isForTests = ({ session }: Call): boolean => /test|unit|cov|pytest/.test(session);

/**
 * What `session.run(…)` of a noxfile.py is called with, sessions for tests first. The file is code, so it is only read:
 * what it computes is left out.
 */
export async function noxCommands(root: string): Promise<readonly FoundCommand[]> {
  const text = await readText(root, 'noxfile.py');
  if (text === null) return [];
  const all = calls(text);
  const ordered = [...all.filter(isForTests), ...all.filter((call) => !isForTests(call))];
  return ordered.map(({ session, words }) => ({ words, env: {}, from: `noxfile.py, session ${session}` }));
}
