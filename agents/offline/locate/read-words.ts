import type { WordClue } from './clues.ts';
import { withoutLinks } from './read-frames.ts';
import type { IssueLine } from './segments.ts';
import { stopWords } from './vocabulary.ts';

/** The title is the reporter's own summary; code and tracebacks are long and say the same thing often. */
const weightOf: Readonly<Record<IssueLine['kind'], number>> = {
  title: 2.5,
  prose: 1,
  code: 0.5,
  traceback: 0.3,
};

/** Says the same word again three times and more adds nothing. */
const mostOfOne = 3;
const word = /[A-Za-z][A-Za-z0-9_]{1,80}/g;
const hump = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** The word in lower case, then its parts: `BoundField` gives `boundfield`, `bound`, `field`. */
export function wordParts(text: string): string[] {
  const parts = text.match(hump) ?? [];
  const whole = text.toLowerCase();
  return parts.length > 1 ? [whole, ...parts.map((part) => part.toLowerCase())] : [whole];
}

/** Words to search for, heaviest first, at most `limit`. Plain words, names and the parts of names. */
export function readWords(lines: readonly IssueLine[], limit = 60): WordClue[] {
  const weights = new Map<string, number>();
  const counts = new Map<string, number>();
  const add = (term: string, weight: number) => {
    if (term.length < 3 || stopWords.has(term)) return;
    const count = (counts.get(term) ?? 0) + 1;
    counts.set(term, count);
    if (count <= mostOfOne) weights.set(term, (weights.get(term) ?? 0) + weight / count);
  };
  for (const { text, kind } of lines)
    for (const match of withoutLinks(text).matchAll(word))
      wordParts(match[0]).forEach((term, index) => {
        add(term, weightOf[kind] * (index === 0 ? 1 : 0.5));
      });
  return [...weights]
    .map(([term, weight]) => ({ word: term, weight }))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .slice(0, limit);
}

const exception = /^\s*(?:E\s+)?(?:[\w.]{1,200}\.)?[A-Z]\w{0,80}(?:Error|Exception|Warning|Exit): (.{8,400})/;
const quoted = /"([^"\n]{12,300})"|'([^'\n]{12,300})'|`([^`\n]{12,300})`/g;
const enoughWords = (text: string) => (text.match(/[A-Za-z]{2,}/g) ?? []).length >= 3;

function messagesIn(text: string): string[] {
  const said = [exception.exec(text)?.[1]];
  for (const match of text.matchAll(quoted)) said.push(match[1] ?? match[2] ?? match[3]);
  return said.filter((part) => part !== undefined).map((part) => part.trim());
}

/** Error messages and quoted sentences, for finding where the program says them. At most 30. */
export function readMessages(lines: readonly IssueLine[]): string[] {
  const found = new Set<string>();
  for (const { text } of lines)
    for (const message of messagesIn(text)) if (enoughWords(message) && found.size < 30) found.add(message);
  return [...found];
}
