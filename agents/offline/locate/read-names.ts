import type { NameClue, NameContext } from './clues.ts';
import { withoutLinks } from './read-frames.ts';
import type { IssueLine } from './segments.ts';
import { commonNames, stopWords } from './vocabulary.ts';

/** Most telling first. */
const order: readonly NameContext[] = ['title', 'marked', 'prose', 'called', 'code', 'traceback', 'word'];
const mostNames = 300;

const token = /[A-Za-z_][\w.]{0,200}/g;
const definition = /^\s*(?:>>>|\.\.\.)?\s*(?:async\s+)?(?:def|class)\s+([A-Za-z_]\w{0,200})/;
const assignment = /^\s*(?:>>>|\.\.\.)?\s*([A-Za-z_]\w{0,200})\s*=[^=]/;

/** It can't be plain English: an underscore inside, a hump, or a dot between names. */
const looksLikeName = (word: string): boolean =>
  /[A-Za-z0-9]_|_[A-Za-z0-9]/.test(word) || /[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(word) || isDotted(word);

/** Dots between names; `e.g` and `1.0` are none. */
const isDotted = (word: string): boolean =>
  word.includes('.') && word.split('.').every((part) => /^[A-Za-z_]\w*$/.test(part)) && word.length > 5;

/** Marks which characters of a line of prose stand between backticks. */
function markedRanges(text: string): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  let from = text.indexOf('`');
  while (from >= 0) {
    const to = text.indexOf('`', from + 1);
    if (to < 0) break;
    ranges.push([from, to]);
    from = text.indexOf('`', to + 1);
  }
  return ranges;
}

class Names {
  readonly #contexts = new Map<string, NameContext>();
  readonly #own = new Set<string>();

  define(name: string): void {
    this.#own.add(name);
  }

  add(name: string, context: NameContext): void {
    if (commonNames.has(name) || name.length < 2 || this.#contexts.size >= mostNames) return;
    const known = this.#contexts.get(name);
    if (known === undefined || order.indexOf(context) < order.indexOf(known))
      this.#contexts.set(name, context);
  }

  /** Without those that the issue's own snippets define and no prose mentions. */
  list(): NameClue[] {
    const isOwn = ({ name, context }: NameClue) =>
      this.#own.has(name.split('.')[0] ?? name) && (name.includes('.') || order.indexOf(context) >= 3);
    return [...this.#contexts].map(([name, context]) => ({ name, context })).filter((clue) => !isOwn(clue));
  }
}

function readCode(text: string, kind: 'code' | 'traceback', names: Names): void {
  const own = definition.exec(text)?.[1] ?? assignment.exec(text)?.[1];
  if (own) names.define(own);
  for (const match of text.matchAll(token)) {
    const word = match[0].replace(/\.+$/, '');
    const called = text[match.index + word.length] === '(';
    if (word.length > 2) names.add(word, kind === 'code' && called ? 'called' : kind);
  }
}

function contextInProse(word: string, isMarked: boolean, isTitle: boolean): NameContext | null {
  if (isMarked || looksLikeName(word)) return isTitle ? 'title' : isMarked ? 'marked' : 'prose';
  return isTitle && word.length > 2 && !stopWords.has(word.toLowerCase()) ? 'word' : null;
}

function readProse(text: string, isTitle: boolean, names: Names): void {
  const ranges = markedRanges(text);
  for (const match of text.matchAll(token)) {
    const word = match[0].replace(/\.+$/, '');
    const at = match.index;
    const isMarked = ranges.some(([from, to]) => from < at && at < to) || text[at + word.length] === '(';
    const context = contextInProse(word, isMarked, isTitle);
    if (context) names.add(word, context);
  }
}

/** Identifiers of the issue. Names its own snippets define (`class MyModel`, `df = …`) are left out. */
export function readNames(lines: readonly IssueLine[]): NameClue[] {
  const names = new Names();
  for (const { text, kind } of lines) {
    const plain = withoutLinks(text);
    if (kind === 'title' || kind === 'prose') readProse(plain, kind === 'title', names);
    else if (!/^\s*File "/.test(plain)) readCode(plain, kind, names);
  }
  return names.list();
}
