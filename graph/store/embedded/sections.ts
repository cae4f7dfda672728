/** One named block of numbers or bytes in a snapshot's file. */
export type Section = Uint8Array | Uint16Array | Uint32Array;

export type Sections = Readonly<Record<string, Section>>;

/** A number of a typed array; 0 past its end. */
export const at = (numbers: Section, index: number): number => numbers[index] ?? 0;

/** Reads sections by name and type; a missing one or another type is a damaged file. */
export class SectionReader {
  readonly #sections: Sections;
  readonly #damaged: (why: string) => Error;

  constructor(sections: Sections, damaged: (why: string) => Error) {
    this.#sections = sections;
    this.#damaged = damaged;
  }

  bytes(name: string): Uint8Array {
    const section = this.#sections[name];
    if (section instanceof Uint8Array) return section;
    throw this.#damaged(`section ${name} is missing`);
  }

  shorts(name: string): Uint16Array {
    const section = this.#sections[name];
    if (section instanceof Uint16Array) return section;
    throw this.#damaged(`section ${name} is missing`);
  }

  numbers(name: string): Uint32Array {
    const section = this.#sections[name];
    if (section instanceof Uint32Array) return section;
    throw this.#damaged(`section ${name} is missing`);
  }
}
