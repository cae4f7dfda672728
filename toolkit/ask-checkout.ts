import { createHash } from 'node:crypto';
import type { GraphStore } from '../graph/store/port.ts';
import { type EditedFiles, editedView } from './edited-view.ts';
import { HeldContext } from './held-context.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { ToolContext } from './tool-context.ts';
import type { Changes } from './workspace/file-state.ts';
import type { Checkout } from './workspace/port.ts';

/**
 * Makes the graph of the files of `base` with some of them edited; `from` is the graph asked last, by its key.
 * `undefined` where no edited file is one of the graph's. The caller closes it.
 */
export type OpenEditedGraph = (request: {
  readonly base: GraphStore;
  readonly edited: EditedFiles;
  readonly from: string;
}) => Promise<GraphStore | undefined>;

/** The one way to ask tools about a checkout. */
export interface Questions {
  /**
   * Calls `ask` with graph and files as `edit` and `apply` have left them, whole, whatever is edited while it asks. What
   * commands wrote to other files of a folder is not seen. The first question after an edit waits for its graph.
   */
  use<T>(ask: (context: ToolContext) => Promise<T>): Promise<T>;
  /** After the last of those who ask now. */
  close(): Promise<void>;
}

interface AskCheckout {
  readonly checkout: Checkout;
  /** Graph and files of the base, its root the folder that they are read from; shared, and not closed here. */
  readonly base: ToolContext;
  readonly openEditedGraph: OpenEditedGraph;
}

interface State {
  readonly stamp: string;
  readonly held: HeldContext;
}

/** A link that a patch brought is not followed. */
const contentsOf = (changes: Changes): EditedFiles =>
  new Map([...changes].map(([path, file]) => [path, file && file.mode !== 'link' ? file.bytes : null]));

function stampOf(edited: EditedFiles): string {
  const hash = createHash('sha256');
  for (const path of [...edited.keys()].sort()) {
    const bytes = edited.get(path);
    hash.update(`${path}\0${bytes ? bytes.length : 'gone'}\0`);
    if (bytes) hash.update(bytes);
  }
  return hash.digest('hex');
}

/**
 * Asks about a checkout, with a folder or without; none is made for it. As long as nothing is edited the answers are the
 * base's own. A state's graph is closed after its last question.
 */
export function askCheckout({ checkout, base, openEditedGraph }: AskCheckout): Questions {
  const { root } = base.graph.snapshot;
  const inTurn = oneAtATime();
  const atBase: State = { stamp: stampOf(new Map()), held: new HeldContext(base, async () => {}) };
  let state = atBase;

  const open = async (edited: EditedFiles): Promise<HeldContext> => {
    const own = await openEditedGraph({
      base: base.graph,
      edited,
      from: state.held.context.graph.snapshot.key,
    });
    const context = { ...editedView(base, root, edited), graph: own ?? base.graph };
    return new HeldContext(context, async () => own?.close());
  };
  const become = async (next: State): Promise<void> => {
    const before = state;
    state = next;
    if (before !== atBase) await before.held.end();
  };
  const present = async (): Promise<State> => {
    const edited = contentsOf(await checkout.changes());
    const stamp = stampOf(edited);
    if (stamp === state.stamp) return state;
    await become(edited.size === 0 ? atBase : { stamp, held: await open(edited) });
    return state;
  };
  return {
    async use(ask) {
      // Begun within the turn, so that the state can't be closed before; what is asked takes its own time.
      const { answer } = await inTurn(async () => ({ answer: (await present()).held.use(ask) }));
      return answer;
    },
    close: () => inTurn(() => become(atBase)),
  };
}
