/** Strings, comments, names, line ends and single characters: all that a light look at Python needs. */
const token =
  /("""|''')[\s\S]*?\1|[rRuUbBfF]{0,2}(?:"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}')|#[^\n]*|[A-Za-z_]\w*|\n|[^\s]/g;

/** A longer text is cut, bytes or so. */
const mostText = 256 * 1_024;

export const pythonTokens = (text: string): readonly string[] => text.slice(0, mostText).match(token) ?? [];

const isString = (text: string): boolean => /^[rRuUbBfF]{0,2}["']/.test(text);

/** The text of a literal; `null` where the token is none, or holds more than text. */
export function literalText(text: string): string | null {
  if (!isString(text)) return null;
  const [, prefix = '', body = ''] = /^([a-zA-Z]{0,2})["']([\s\S]*)["']$/.exec(text) ?? [];
  if (/f/i.test(prefix) && body.includes('{')) return null;
  return body.startsWith('""') || body.startsWith("''") ? null : body.replace(/\\(.)/g, '$1');
}

const depths: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };
const mostTokens = 2_000;

/** What is between the bracket at `at` and the one that closes it, cut at its commas; without comments. */
export function bracketed(tokens: readonly string[], at: number): string[][] {
  const found: string[][] = [[]];
  let depth = 1;
  for (let next = at + 1; next < tokens.length && next < at + mostTokens; next += 1) {
    const text = tokens[next] ?? '';
    depth += depths[text] ?? 0;
    if (depth === 0) break;
    if (text === ',' && depth === 1) found.push([]);
    else if (text !== '\n' && !text.startsWith('#')) found.at(-1)?.push(text);
  }
  return found;
}

/** Those of the items that are one literal text each. */
export const literals = (items: readonly (readonly string[])[]): string[] =>
  items.flatMap(([only, more]) => {
    const text = only !== undefined && more === undefined ? literalText(only) : null;
    return text === null ? [] : [text];
  });
