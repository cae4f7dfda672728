import type { Numbers } from '../../kernel/numbers.ts';

/** One named block of numbers or bytes in a snapshot's file. */
export type Section = Numbers;

export type Sections = Readonly<Record<string, Section>>;

/** Reads sections by name and type; a missing one or another type is a damaged file. */
export class SectionReader {
  readonly all: Sections;
  readonly #damaged: (why: string) => Error;

  constructor(sections: Sections, damaged: (why: string) => Error) {
    this.all = sections;
    this.#damaged = damaged;
  }

  bytes(name: string): Uint8Array {
    const section = this.all[name];
    if (section instanceof Uint8Array) return section;
    throw this.#damaged(`section ${name} is missing`);
  }

  shorts(name: string): Uint16Array {
    const section = this.all[name];
    if (section instanceof Uint16Array) return section;
    throw this.#damaged(`section ${name} is missing`);
  }

  numbers(name: string): Uint32Array {
    const section = this.all[name];
    if (section instanceof Uint32Array) return section;
    throw this.#damaged(`section ${name} is missing`);
  }
}
