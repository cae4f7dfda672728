/** Terms of a text, each once, in order of first use, and how often each is there. Two lists take a third of the memory of pairs. */
export interface TermCounts {
  readonly terms: readonly string[];
  readonly counts: readonly number[];
}

/** Of a text without terms; most scopes share it. */
export const noTerms: TermCounts = { terms: [], counts: [] };

export const termCounts = (counts: ReadonlyMap<string, number>): TermCounts =>
  counts.size === 0 ? noTerms : { terms: [...counts.keys()], counts: [...counts.values()] };
