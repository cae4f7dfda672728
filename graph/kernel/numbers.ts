/** Whole numbers in a typed array. */
export type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** A number of a typed array; 0 past its end. */
export const at = (numbers: Numbers, index: number): number => numbers[index] ?? 0;

/** A list of whole numbers below 2³² that grows, four bytes each. */
export class NumberList {
  #numbers = new Uint32Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length++] = value;
  }

  /** What was pushed so far; not a copy. */
  toArray(): Uint32Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
