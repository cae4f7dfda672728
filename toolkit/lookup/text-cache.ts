/** Texts by path, the last used ones kept, up to a number of characters together. */
export class TextCache {
  readonly #texts = new Map<string, string | undefined>();
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async get(path: string, load: (path: string) => Promise<string | undefined>): Promise<string | undefined> {
    const isKnown = this.#texts.has(path);
    const text = isKnown ? this.#texts.get(path) : await load(path);
    this.#drop(path);
    this.#texts.set(path, text);
    this.#held += text?.length ?? 0;
    for (const oldest of this.#texts.keys()) {
      if (this.#held <= this.#most) break;
      this.#drop(oldest);
    }
    return text;
  }

  #drop(path: string): void {
    this.#held -= this.#texts.get(path)?.length ?? 0;
    this.#texts.delete(path);
  }
}
