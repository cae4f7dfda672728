import { classOf, digit, letter } from './letters.ts';

const stopWords = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in ' +
    'is lambda nonlocal not or pass raise return self cls try while with yield none true false the a an of to it ' +
    'this that be are was for on at by'
  ).split(' '),
);

const longest = 40;

/** `parseHTTPHeader_v2` → `parse`, `http`, `header`, `v2`. */
function parts(word: string): string[] {
  return word
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .split('_')
    .filter((part) => part !== '');
}

const kept = (term: string): boolean =>
  term.length > 1 && term.length <= longest && !stopWords.has(term) && !/^[0-9]/.test(term);

function termsOfWord(word: string): readonly string[] {
  // A word this long is data (a key, an encoded picture); cutting it up would cost more than it tells.
  if (word.length > 4 * longest) return [];
  const whole = word.toLowerCase().replace(/^_+|_+$/g, '');
  const split = parts(word).map((part) => part.toLowerCase());
  return (split.length > 1 ? [whole, ...split] : [whole]).filter(kept);
}

const remembered = new Map<string, readonly string[]>();
const mostRemembered = 50_000;

/** The same few thousand words make up a repository: each is cut up once. */
function rememberedTerms(word: string): readonly string[] {
  const known = remembered.get(word);
  if (known) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  // A copy: a slice would keep the whole text it was cut from in memory.
  const copy = Buffer.from(word).toString();
  const terms = termsOfWord(copy);
  remembered.set(copy, terms);
  return terms;
}

/** Calls `visit` for each `[\p{L}_][\p{L}\p{N}_]*` between two offsets. */
function eachWord(text: string, from: number, to: number, visit: (word: string) => void): void {
  let at = from;
  while (at < to) {
    const start = at;
    if (classOf(text.charCodeAt(at++)) !== letter) continue;
    while (at < to && classOf(text.charCodeAt(at)) >= digit) at++;
    visit(text.slice(start, at));
  }
}

/** Adds the terms between two offsets of `text` to `counts`. */
export function countTerms(text: string, from: number, to: number, counts: Map<string, number>): void {
  eachWord(text, from, to, (word) => {
    for (const term of rememberedTerms(word)) counts.set(term, (counts.get(term) ?? 0) + 1);
  });
}

/**
 * The terms that full-text search knows a text by: for each word, the whole in lower case, and its camelCase and
 * snake_case parts when it has several. Keywords of Python, the commonest English words, single letters and
 * numbers are left out. Index and queries both use this, so that they agree.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  eachWord(text, 0, text.length, (word) => {
    for (const term of termsOfWord(word)) terms.push(term);
  });
  return terms;
}
