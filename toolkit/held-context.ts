import type { ToolContext } from './tool-context.ts';

/** One state of some files that several ask at the same time. */
export class HeldContext {
  readonly context: ToolContext;
  readonly #close: () => Promise<void>;
  #users = 0;
  #isOver = false;
  #isClosed = false;

  /** `close` is called once, after `end` and after the last question that was begun before. */
  constructor(context: ToolContext, close: () => Promise<void>) {
    this.context = context;
    this.#close = close;
  }

  /** Calls `ask` at once. */
  async use<T>(ask: (context: ToolContext) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await ask(this.context);
    } finally {
      this.#users -= 1;
      await this.#closeIfOver();
    }
  }

  /** Nobody new will ask it. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#closeIfOver();
  }

  async #closeIfOver(): Promise<void> {
    if (!this.#isOver || this.#isClosed || this.#users > 0) return;
    this.#isClosed = true;
    await this.#close();
  }
}
