import type { EntityTerms } from '../../domain/snapshot.ts';
import { at } from '../../kernel/numbers.ts';
import type { SectionReader, Sections } from './sections.ts';
import { encodeStrings, StringTable } from './strings.ts';
import { largestCount } from './text-index.ts';

/** The terms of one entity, by its place among all. */
export interface OwnedTerms extends EntityTerms {
  readonly owner: number;
}

interface Posting {
  readonly owner: number;
  readonly count: number;
}

/** New postings by term, in order of their entities. */
function byTerm(documents: readonly OwnedTerms[]): Map<string, Posting[]> {
  const postings = new Map<string, Posting[]>();
  for (const { owner, terms, counts } of documents.toSorted((a, b) => a.owner - b.owner))
    for (const [place, term] of terms.entries()) {
      const posting = { owner, count: Math.min(counts[place] ?? 0, largestCount) };
      const known = postings.get(term);
      if (known) known.push(posting);
      else postings.set(term, [posting]);
    }
  return postings;
}

/** Postings being written, term by term, each term's in order of entities. */
class Writer {
  readonly #owners: Uint32Array;
  readonly #counts: Uint16Array;
  readonly #starts: number[] = [];
  #end = 0;

  constructor(most: number) {
    this.#owners = new Uint32Array(most);
    this.#counts = new Uint16Array(most);
  }

  add(owner: number, count: number): void {
    this.#owners[this.#end] = owner;
    this.#counts[this.#end] = count;
    this.#end += 1;
  }

  /** Adds postings from that place on whose entities come before `owner`; gives the place of the next one. */
  addBefore(owner: number, postings: readonly Posting[], from: number): number {
    let place = from;
    for (let one = postings[place]; one && one.owner < owner; one = postings[++place])
      this.add(one.owner, one.count);
    return place;
  }

  /** Ends a term that began at `from`; false, and nothing of it stays, where it has no postings. */
  close(from: number): boolean {
    if (this.#end === from) return false;
    this.#starts.push(from);
    return true;
  }

  get end(): number {
    return this.#end;
  }

  sections(): Sections {
    return {
      postingStarts: Uint32Array.from([...this.#starts, this.#end]),
      postingOwners: this.#owners.slice(0, this.#end),
      postingCounts: this.#counts.slice(0, this.#end),
    };
  }
}

interface Documents {
  readonly isRevised: Uint8Array;
  /** Words of each entity. */
  readonly lengths: Uint32Array;
  readonly postings: Map<string, Posting[]>;
  /** Of `postings`, in all. */
  readonly added: number;
}

function read(lengths: Uint32Array, revised: Iterable<number>, documents: readonly OwnedTerms[]): Documents {
  const isRevised = new Uint8Array(lengths.length);
  for (const owner of revised) {
    isRevised[owner] = 1;
    lengths[owner] = 0;
  }
  for (const { owner, counts } of documents)
    for (const count of counts) lengths[owner] = at(lengths, owner) + count;
  const added = documents.reduce((sum, { terms }) => sum + terms.length, 0);
  return { isRevised, lengths, postings: byTerm(documents), added };
}

/** The sections that differ when the entities of `revised` have the terms of `documents` instead of theirs. */
export function reviseTerms(
  sections: SectionReader,
  revised: Iterable<number>,
  documents: readonly OwnedTerms[],
): Sections {
  const known = new StringTable(sections, 'terms');
  const starts = sections.numbers('postingStarts');
  const owners = sections.numbers('postingOwners');
  const counts = sections.shorts('postingCounts');
  const { isRevised, lengths, postings, added } = read(
    sections.numbers('documentLengths').slice(),
    revised,
    documents,
  );
  const fresh = [...postings.keys()].filter((term) => known.find(term) < 0).sort();
  const terms: string[] = [];
  const writer = new Writer(owners.length + added);
  /** A term's old postings, from one place to another, without those of revised entities; and its new ones. */
  const write = (term: string, from: number, to: number): void => {
    const begin = writer.end;
    const more = postings.get(term) ?? [];
    let next = 0;
    for (let place = from; place < to; place += 1) {
      const owner = at(owners, place);
      if (isRevised[owner]) continue;
      next = writer.addBefore(owner, more, next);
      writer.add(owner, at(counts, place));
    }
    writer.addBefore(Number.POSITIVE_INFINITY, more, next);
    if (writer.close(begin)) terms.push(term);
  };
  let next = 0;
  for (let slot = 0; slot < known.length; slot += 1) {
    const term = known.get(slot);
    for (let one = fresh[next]; one !== undefined && one < term; one = fresh[++next]) write(one, 0, 0);
    write(term, at(starts, slot), at(starts, slot + 1));
  }
  for (const term of fresh.slice(next)) write(term, 0, 0);
  return {
    ...encodeStrings('terms', terms),
    ...writer.sections(),
    documentLengths: lengths,
    documentCount: Uint32Array.of(lengths.reduce((count, words) => count + (words > 0 ? 1 : 0), 0)),
  };
}
