const keywords = new Set(
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
    .split('_');
}

const kept = (term: string): boolean =>
  term.length > 1 && term.length <= longest && !keywords.has(term) && !/^[0-9]/.test(term);

/**
 * The terms that full-text search knows a text by: for each word, the whole in lower case, and its camelCase and
 * snake_case parts when it has several. Keywords of Python, the commonest English words, single letters and
 * numbers are left out. Index and queries both use this, so that they agree.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const whole = word.toLowerCase().replace(/^_+|_+$/g, '');
    if (kept(whole)) terms.push(whole);
    const split = parts(word).filter((part) => part !== '');
    if (split.length > 1) terms.push(...split.map((part) => part.toLowerCase()).filter(kept));
  }
  return terms;
}
