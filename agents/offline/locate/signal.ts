import type { EntityId } from '../../../graph/domain/entity.ts';
import type { SignalKind } from './weights.ts';

/** One piece of evidence for one place. */
export interface Hit {
  readonly path: string;
  /** Absent when it speaks of the whole file. */
  readonly id: EntityId | null;
  /** What the evidence is: a name, a word, a frame. Equal keys do not add up. */
  readonly key: string;
  /** Comparable within one kind. */
  readonly score: number;
  /** What `explain` needs beyond the key. */
  readonly note?: string;
}

/** All evidence of one kind. */
export interface Signal {
  readonly kind: SignalKind;
  readonly hits: readonly Hit[];
  /**
   * Sum of scores from which on evidence of this kind is as telling as it gets. Where the best place has less,
   * the kind counts less. Absent: the best place always has all.
   */
  readonly full?: number;
  /** A sentence for the reader, from the hits of one place, best first. */
  explain(hits: readonly Hit[]): string;
}

const quote = (text: string) => `\`${text}\``;

/** `a`, `b` and `c`; at most `most`, and how many more. */
export function listed(items: readonly string[], most = 4): string {
  const shown = items.slice(0, most).map(quote);
  const more = items.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}
