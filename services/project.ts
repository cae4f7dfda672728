import type { Clock } from '../graph/kernel/clock.ts';
import { toMendError } from '../graph/kernel/errors.ts';
import type { Logger } from '../graph/kernel/logger.ts';
import type { OnProgress } from '../graph/kernel/progress.ts';
import type { GraphStore } from '../graph/store/port.ts';
import { openCheckoutView } from '../toolkit/checkout-view.ts';
import type { ToolContext } from '../toolkit/tool-context.ts';
import type { OpenGraph } from './index-repository.ts';

/** One folder, asked again and again while people edit it. */
export interface Project {
  /**
   * Calls `ask` with the folder's graph and files, no older than `freshMs`. What the folder was keeps open until
   * the last who asked it is done. Throws what opening a graph throws, as long as there never was one; later the
   * last good graph answers.
   */
  use<T>(ask: (context: ToolContext) => Promise<T>, onProgress?: OnProgress): Promise<T>;
  /** After the last of those who ask now. */
  close(): Promise<void>;
}

interface ProjectParts {
  /** Absolute. */
  readonly root: string;
  readonly openGraph: OpenGraph;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Stops indexing. */
  readonly signal: AbortSignal;
}

/** So long after a look at the folder it is taken to be the same: a burst of questions costs one look. */
export const freshMs = 1_000;

/** One state of the folder. */
class State {
  readonly context: ToolContext;
  #users = 0;
  #isOver = false;

  constructor(context: ToolContext) {
    this.context = context;
  }

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
    if (this.#isOver && this.#users === 0) await this.context.graph.close();
  }
}

/** Several listeners of one look at the folder. */
class Listeners {
  readonly #all = new Set<OnProgress>();
  readonly tell: OnProgress = (step) => {
    for (const listen of this.#all) listen(step);
  };

  async during<T>(listen: OnProgress | undefined, work: () => Promise<T>): Promise<T> {
    if (listen) this.#all.add(listen);
    try {
      return await work();
    } finally {
      if (listen) this.#all.delete(listen);
    }
  }
}

export function openProject({ root, openGraph, clock, logger, signal }: ProjectParts): Project {
  const listeners = new Listeners();
  let state: State | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<State> | undefined;

  const contextOf = async (graph: GraphStore): Promise<ToolContext> => {
    try {
      return { ...(await openCheckoutView(graph.snapshot.root)), graph };
    } catch (error) {
      await graph.close();
      throw error;
    }
  };
  const look = async (): Promise<State> => {
    try {
      const graph = await openGraph(root, { signal, onProgress: listeners.tell });
      const before = state;
      state = new State(await contextOf(graph));
      await before?.end();
    } catch (thrown) {
      const { code, message } = toMendError(thrown);
      if (!state || code === 'CANCELLED') throw thrown;
      logger.warn('the folder can not be indexed; the graph of before answers', { error: message });
    }
    lookedAt = clock.now();
    return state;
  };
  const present = (): Promise<State> => {
    if (state && clock.now() - lookedAt < freshMs) return Promise.resolve(state);
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return {
    async use(ask, onProgress) {
      await listeners.during(onProgress, present);
      // Not the state that was awaited: it may have ended since, the present one has not.
      return (state as State).use(ask);
    },
    async close() {
      await looking?.catch(() => undefined);
      await state?.end();
    },
  };
}
