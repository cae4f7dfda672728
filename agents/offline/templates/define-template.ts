import type { Symptom } from '../fix/clues.ts';
import type { Place } from '../fix/place.ts';
import type { Change } from '../syntax/edits.ts';
import type { Syntax } from '../syntax/tree.ts';

/** One possible change, made by a template at a node. */
export interface Draft {
  readonly changes: readonly Change[];
  /** 0 to 1: how likely among what the template could do, were the bug here. */
  readonly weight: number;
  /** What changes, in words: `'<' becomes '<='`. */
  readonly note: string;
  /** The line whose suspicion counts, 1-based. */
  readonly line: number;
}

/** A family of fixes. `agents/offline/templates/registry.ts` lists them all. */
export interface Template {
  /** Lower case, unique. */
  readonly name: string;
  /** What the reader sees: `Comparison operator`. */
  readonly title: string;
  /** 0 to 1: how often bugs are of this family, all else unknown. */
  readonly prior: number;
  /** What a symptom multiplies the prior by. */
  readonly symptoms?: Partial<Readonly<Record<Symptom, number>>>;
  /** Types of nodes it looks at. */
  readonly visits: readonly string[];
  /** Changes for one such node. Pure; must end for every input. */
  draft(node: Syntax, place: Place): Iterable<Draft>;
}

export const defineTemplate = (template: Template): Template => template;

const shown = (text: string) => {
  const line = text.slice(0, 400).replace(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
};

/** Writes `text` in place of a node. */
export const replaced = (node: Syntax, text: string, weight: number): Draft => ({
  changes: [{ start: node.start, end: node.end, text }],
  weight,
  note: `'${shown(node.text)}' becomes '${shown(text)}'`,
  line: node.line,
});

/** Removes text from `start` to `end`, told as `what`. */
export const removed = (node: Syntax, start: number, end: number, weight: number): Draft => ({
  changes: [{ start, end, text: '' }],
  weight,
  note: `'${shown(node.source.slice(start, end)).trim()}' is taken out`,
  line: node.line,
});

/** An insertion; nothing when there is no place for it. */
export function* inserted(
  change: Change | undefined,
  at: Syntax,
  text: string,
  weight: number,
): Generator<Draft> {
  if (change) yield { changes: [change], weight, note: `'${shown(text)}' is put in`, line: at.line };
}

/** Exchanges the texts of two nodes. */
export const swapped = (a: Syntax, b: Syntax, weight: number): Draft => ({
  changes: [
    { start: a.start, end: a.end, text: b.text },
    { start: b.start, end: b.end, text: a.text },
  ],
  weight,
  note: `'${shown(a.text)}' and '${shown(b.text)}' change places`,
  line: a.line,
});
