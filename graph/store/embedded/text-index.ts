import type { CodeEntity, EntityId } from '../../domain/entity.ts';
import type { EntityTerms } from '../../domain/snapshot.ts';
import { stableSort, startsOf, take, upTo } from '../../kernel/counting-sort.ts';
import { MendError } from '../../kernel/errors.ts';
import { at } from '../../kernel/numbers.ts';
import { inverseFrequency, weigh } from '../../query/bm25.ts';
import type { SectionReader, Sections } from './sections.ts';
import { encodeStrings, StringTable } from './strings.ts';

export const largestCount = 0xffff;

interface Postings {
  /** Terms by their number, in order of first use. */
  readonly terms: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
  /** By posting: the term's number, the entity, how often. */
  readonly term: Uint32Array;
  readonly owner: Uint32Array;
  readonly count: Uint16Array;
  /** Words of each entity. */
  readonly lengths: Uint32Array;
}

function readPostings(entities: readonly CodeEntity[], documents: readonly EntityTerms[]): Postings {
  const indices = new Map<string, number>(entities.map(({ id }, index) => [id, index]));
  const total = documents.reduce((sum, { terms }) => sum + terms.length, 0);
  const numbers = new Map<string, number>();
  const term = new Uint32Array(total);
  const owner = new Uint32Array(total);
  const count = new Uint16Array(total);
  const lengths = new Uint32Array(entities.length);
  let posting = 0;
  for (const { id, terms, counts } of documents) {
    const index = indices.get(id);
    if (index === undefined)
      throw new MendError('INTERNAL', `the graph has terms of ${id}, which is no entity`);
    for (const [place, text] of terms.entries()) {
      const times = counts[place] ?? 0;
      const number = numbers.get(text) ?? numbers.size;
      if (number === numbers.size) numbers.set(text, number);
      term[posting] = number;
      owner[posting] = index;
      count[posting] = Math.min(times, largestCount);
      lengths[index] = at(lengths, index) + times;
      posting += 1;
    }
  }
  return { terms: [...numbers.keys()], numbers, term, owner, count, lengths };
}

/** Postings term → (entity, count), in order of entities; and each entity's number of words. */
export function encodeTerms(entities: readonly CodeEntity[], documents: readonly EntityTerms[]): Sections {
  const { terms, numbers, term, owner, count, lengths } = readPostings(entities, documents);
  const sorted = terms.toSorted();
  const ranks = new Uint32Array(terms.length);
  for (const [rank, text] of sorted.entries()) ranks[numbers.get(text) ?? 0] = rank;
  const slots = take(new Uint32Array(term.length), ranks, term);
  const byOwner = stableSort(upTo(term.length), owner, entities.length);
  const order = stableSort(byOwner, slots, terms.length);
  return {
    ...encodeStrings('terms', sorted),
    postingStarts: startsOf(slots, terms.length),
    postingOwners: take(new Uint32Array(order.length), owner, order),
    postingCounts: take(new Uint16Array(order.length), count, order),
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

  /** The terms of each entity that has some, alphabetically; entities in order. */
  *documents(idOf: (entity: number) => EntityId): Generator<EntityTerms> {
    const slots = new Uint32Array(this.#owners.length);
    for (let slot = 0; slot < this.#terms.length; slot += 1)
      slots.fill(slot, at(this.#starts, slot), at(this.#starts, slot + 1));
    const order = stableSort(upTo(slots.length), this.#owners, this.#lengths.length);
    for (let from = 0; from < order.length; ) {
      const owner = at(this.#owners, at(order, from));
      const terms: string[] = [];
      const counts: number[] = [];
      for (; from < order.length && at(this.#owners, at(order, from)) === owner; from += 1) {
        terms.push(this.#terms.get(at(slots, at(order, from))));
        counts.push(at(this.#counts, at(order, from)));
      }
      yield { id: idOf(owner), terms, counts };
    }
  }
}
