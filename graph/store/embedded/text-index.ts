import type { CodeEntity } from '../../domain/entity.ts';
import type { EntityTerms } from '../../domain/snapshot.ts';
import { MendError } from '../../kernel/errors.ts';
import { inverseFrequency, weigh } from '../../query/bm25.ts';
import type { SectionReader, Sections } from './sections.ts';
import { at } from './sections.ts';
import { encodeStrings, StringTable } from './strings.ts';

const largestCount = 0xffff;

interface Postings {
  /** Counts of postings by term, in order of first use. */
  readonly sizes: Map<string, number>;
  readonly lengths: Uint32Array;
}

function measure(entities: readonly CodeEntity[], documents: readonly EntityTerms[]): Postings {
  const indices = new Map(entities.map(({ id }, index) => [id, index]));
  const sizes = new Map<string, number>();
  const lengths = new Uint32Array(entities.length);
  for (const { id, terms } of documents) {
    const index = indices.get(id);
    if (index === undefined)
      throw new MendError('INTERNAL', `the graph has terms of ${id}, which is no entity`);
    for (const [term, count] of terms) {
      sizes.set(term, (sizes.get(term) ?? 0) + 1);
      lengths[index] = at(lengths, index) + count;
    }
  }
  return { sizes, lengths };
}

/** Postings term → (entity, count), in order of entities; and each entity's number of words. */
export function encodeTerms(entities: readonly CodeEntity[], documents: readonly EntityTerms[]): Sections {
  const { sizes, lengths } = measure(entities, documents);
  const terms = [...sizes.keys()].sort();
  const starts = new Uint32Array(terms.length + 1);
  const slots = new Map<string, number>();
  terms.forEach((term, index) => {
    slots.set(term, index);
    starts[index + 1] = at(starts, index) + (sizes.get(term) ?? 0);
  });
  const next = starts.slice();
  const owners = new Uint32Array(at(starts, terms.length));
  const counts = new Uint16Array(owners.length);
  const byId = new Map(documents.map(({ id, terms: own }) => [id, own]));
  entities.forEach(({ id }, entity) => {
    for (const [term, count] of byId.get(id) ?? []) {
      const slot = slots.get(term) ?? 0;
      const place = at(next, slot);
      owners[place] = entity;
      counts[place] = Math.min(count, largestCount);
      next[slot] = place + 1;
    }
  });
  return {
    ...encodeStrings('terms', terms),
    postingStarts: starts,
    postingOwners: owners,
    postingCounts: counts,
    documentLengths: lengths,
    documentCount: Uint32Array.of(documents.length),
  };
}

export interface Scored {
  /** Entities that have a term and are wanted, in no order. */
  readonly hits: readonly number[];
  /** By entity. */
  readonly scores: Float64Array;
}

/** Answers text queries from postings. */
export class TextIndex {
  readonly #terms: StringTable;
  readonly #starts: Uint32Array;
  readonly #owners: Uint32Array;
  readonly #counts: Uint16Array;
  readonly #lengths: Uint32Array;
  readonly #documents: number;
  readonly #meanLength: number;

  constructor(sections: SectionReader) {
    this.#terms = new StringTable(sections, 'terms');
    this.#starts = sections.numbers('postingStarts');
    this.#owners = sections.numbers('postingOwners');
    this.#counts = sections.shorts('postingCounts');
    this.#lengths = sections.numbers('documentLengths');
    this.#documents = at(sections.numbers('documentCount'), 0);
    let words = 0;
    for (const length of this.#lengths) words += length;
    this.#meanLength = words / Math.max(1, this.#documents);
  }

  /** Terms are taken in the order given, so that sums are the same each time. */
  score(terms: readonly string[], isWanted: (entity: number) => boolean): Scored {
    const scores = new Float64Array(this.#lengths.length);
    const hits: number[] = [];
    for (const term of terms) {
      const slot = this.#terms.find(term);
      if (slot < 0) continue;
      const from = at(this.#starts, slot);
      const to = at(this.#starts, slot + 1);
      const rarity = inverseFrequency(this.#documents, to - from);
      for (let place = from; place < to; place += 1) {
        const owner = at(this.#owners, place);
        const before = scores[owner] ?? 0;
        if (before === 0 && isWanted(owner)) hits.push(owner);
        const relativeLength = at(this.#lengths, owner) / this.#meanLength;
        scores[owner] = before + rarity * weigh(at(this.#counts, place), relativeLength);
      }
    }
    return { hits, scores };
  }
}
