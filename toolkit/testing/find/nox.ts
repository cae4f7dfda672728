import type { FoundCommand } from './found-command.ts';
import { bracketed, literals, pythonTokens } from './python-literals.ts';
import { readText } from './read-text.ts';

interface Call {
  readonly session: string;
  readonly words: readonly string[];
}

/** More calls than a person would write are not looked at. */
const most = 200;

function calls(text: string): Call[] {
  const tokens = pythonTokens(text);
  const found: Call[] = [];
  let session = '';
  tokens.forEach((word, at) => {
    if (word === 'def') session = tokens[at + 1] ?? '';
    if (word !== 'session' || found.length >= most) return;
    const [dot, run, open] = tokens.slice(at + 1, at + 4);
    if (dot !== '.' || run !== 'run' || open !== '(') return;
    const words = literals(bracketed(tokens, at + 3));
    if (words.length > 0) found.push({ session, words });
  });
  return found;
}

const isForTests = ({ session }: Call): boolean => /test|unit|cov|pytest/.test(session);

/**
 * What `session.run(…)` of a noxfile.py is called with, sessions for tests first. The file is code, so it is only read:
 * what it computes, such as `*session.posargs`, is left out.
 */
export async function noxCommands(root: string): Promise<readonly FoundCommand[]> {
  const text = await readText(root, 'noxfile.py');
  if (text === null) return [];
  const all = calls(text);
  const ordered = [...all.filter(isForTests), ...all.filter((call) => !isForTests(call))];
  return ordered.map(({ session, words }) => ({ words, env: {}, from: `noxfile.py, session ${session}` }));
}
