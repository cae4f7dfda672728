import { MendError } from '../../graph/kernel/errors.ts';
import type {
  Sandbox,
  SandboxChannel,
  SandboxLimits,
  SandboxRequest,
  SandboxResult,
} from '../sandbox/port.ts';
import { readAnswer } from '../sandbox/supervisor-answer.ts';

/** One run of a server: what `mendgraph_server.py` gets, and how long it may take. */
export interface WarmRun {
  /** As for `mendgraph_main.py`. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly limits: SandboxLimits;
  readonly signal?: AbortSignal;
}

/** A server in the sandbox that has the test framework imported already. It takes one run at a time. */
export interface WarmSession {
  /** `null` when the server died, which a run may bring about; then it can be tried in a process of its own. */
  run(run: WarmRun): Promise<SandboxResult | null>;
  readonly alive: boolean;
  /** Resolves when nothing of it is left. */
  close(): Promise<void>;
}

/** How much longer than a run's wall limit its answer may take, milliseconds. */
const graceMs = 5_000;
const printedBytes = 64 * 2 ** 20;

/** A little less than the sandbox itself allows, so that a run that takes too much ends and not the server. */
const serverOptions = ({ memoryBytes, processes, outputBytes, wallMs }: SandboxLimits) => ({
  memory: Math.floor(memoryBytes * 0.95),
  processes: Math.max(1, processes - 8),
  keep: outputBytes,
  cap: printedBytes,
  wall: Math.max(0, Math.round(wallMs)),
});

const lateResult = (wallMs: number): SandboxResult => ({
  end: 'timeout',
  exitCode: null,
  signal: null,
  stdout: '',
  stderr: '',
  droppedBytes: 0,
  wallMs,
});

/** The channel does not keep our process alive, so that an idle server never does; waiting for it has to. */
async function keepingAlive<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Waits for one whole answer on the channel, or for its end. */
function nextAnswer({ stream }: SandboxChannel, wallMs: number): Promise<SandboxResult | 'late' | null> {
  const started = performance.now();
  let bytes = Buffer.alloc(0);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish('late'), wallMs + graceMs);
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const answer = readAnswer(bytes);
      if (answer) finish({ ...answer.result, wallMs: performance.now() - started });
    };
    const end = () => finish(null);
    function finish(result: SandboxResult | 'late' | null) {
      clearTimeout(timer);
      stream.off('data', take).off('close', end).off('end', end);
      resolve(result);
    }
    stream.on('data', take).on('close', end).on('end', end);
  });
}

/** Starts a server with `request`, whose `argv` runs `mendgraph_server.py`. */
export function openWarmSession(
  sandbox: Sandbox,
  request: Omit<SandboxRequest, 'signal' | 'onChannel'>,
): WarmSession {
  const controller = new AbortController();
  let channel: SandboxChannel | undefined;
  let alive = true;
  let resolveChannel: (opened: SandboxChannel | null) => void;
  const opened = new Promise<SandboxChannel | null>((resolve) => {
    resolveChannel = resolve;
  });
  const ended = sandbox
    .run({
      ...request,
      signal: controller.signal,
      onChannel: (found) => {
        channel = found;
        resolveChannel(found);
      },
    })
    .then(
      () => undefined,
      (error: unknown) => {
        // A server that cannot start is no failure of the run: that is then made without it.
        if (!(error instanceof MendError)) throw error;
      },
    )
    .finally(() => {
      alive = false;
      resolveChannel(null);
    });
  const close = () =>
    keepingAlive(() => {
      alive = false;
      controller.abort();
      return ended;
    });
  const serve = async ({ spec, limits, signal }: WarmRun): Promise<SandboxResult | null> => {
    const { stream, refresh } = (await opened) ?? {};
    if (!alive || !channel || !stream || !refresh) return null;
    await refresh();
    const cancel = () => stream.write('cancel\n');
    stream.write(`${JSON.stringify({ spec, options: serverOptions(limits) })}\n`);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    const answer = await nextAnswer(channel, limits.wallMs);
    signal?.removeEventListener('abort', cancel);
    if (answer === null || answer === 'late') await close();
    return answer === 'late' ? lateResult(limits.wallMs) : answer;
  };

  return {
    get alive() {
      return alive;
    },
    close,
    run: (asked) => keepingAlive(() => serve(asked)),
  };
}
