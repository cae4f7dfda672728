import type { Clock } from '../graph/kernel/clock.ts';
import { toMendError } from '../graph/kernel/errors.ts';
import type { Logger } from '../graph/kernel/logger.ts';
import type { OnProgress } from '../graph/kernel/progress.ts';
import type { GraphStore } from '../graph/store/port.ts';
import { openCheckoutView } from '../toolkit/checkout-view.ts';
import { HeldContext } from '../toolkit/held-context.ts';
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
  let state: HeldContext | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<HeldContext> | undefined;

  const contextOf = async (graph: GraphStore): Promise<ToolContext> => {
    try {
      return { ...(await openCheckoutView(graph.snapshot.root)), graph };
    } catch (error) {
      await graph.close();
      throw error;
    }
  };
  const look = async (): Promise<HeldContext> => {
    try {
      const graph = await openGraph(root, { signal, onProgress: listeners.tell });
      const before = state;
      state = new HeldContext(await contextOf(graph), () => graph.close());
      await before?.end();
    } catch (thrown) {
      const { code, message } = toMendError(thrown);
      if (!state || code === 'CANCELLED') throw thrown;
      logger.warn('the folder can not be indexed; the graph of before answers', { error: message });
    }
    lookedAt = clock.now();
    return state;
  };
  const present = (): Promise<HeldContext> => {
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
      return (state as HeldContext).use(ask);
    },
    async close() {
      await looking?.catch(() => undefined);
      await state?.end();
    },
  };
}
