import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex, type Readable, type Writable } from 'node:stream';
import { MendError } from '../../graph/kernel/errors.ts';
import type { SandboxChannel, SandboxRequest, SandboxResult } from './port.ts';
import { notStarted, readAnswer } from './supervisor-answer.ts';

/** A program that starts the supervisor. `files` are given to it on the descriptors from 3 on. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly files?: readonly string[];
  /** Of the program itself. */
  readonly env?: Readonly<Record<string, string>>;
  /** The supervisor changes the owner of the writable folders. */
  readonly handsOver?: boolean;
  /** The way to a command that serves, where that is no descriptor of the program's. */
  readonly channel?: Promise<Duplex>;
  /** Ends what the program has started and would leave behind when it is killed. */
  readonly abandon?: () => void;
}

/** How much longer than the wall limit we wait for the supervisor's own answer before we kill it, milliseconds. */
const graceMs = 15_000;
const diagnosticBytes = 8_192;

interface Ended {
  readonly answer: Buffer;
  readonly diagnostics: string;
  readonly code: number | null;
}

function start(launch: Launch, isServing: boolean): ChildProcess {
  const { program, args, env = { LANG: 'C.UTF-8' }, files = [], channel } = launch;
  const withChannel = isServing && channel === undefined;
  const child = spawn(program, args, {
    cwd: '/',
    env,
    stdio: [
      'pipe',
      'pipe',
      'pipe',
      ...files.map(() => 'pipe' as const),
      ...(withChannel ? ['pipe' as const] : []),
    ],
    // A Ctrl-C at the terminal is for us; we end the supervisor, which ends the command.
    detached: true,
  });
  for (const stream of child.stdio) stream?.on('error', () => undefined);
  files.forEach((content, index) => {
    const stream = child.stdio[3 + index];
    if (stream && 'end' in stream) stream.end(content);
  });
  return child;
}

/** The byte that the supervisor answers a request to hand folders over with; its answer begins with a brace. */
const acknowledged = 6;

type Socket = (Readable | Writable) & { unref?: () => void };

function descriptor(child: ChildProcess, { files = [] }: Launch): Duplex {
  const stream = child.stdio[3 + files.length];
  if (stream instanceof Duplex) return stream;
  throw new MendError('INTERNAL', 'the channel of the sandbox is not two-way');
}

/** Opens the way to a command that serves. Nothing of it keeps our own process alive. */
function openChannel(child: ChildProcess, stream: Duplex, { handsOver = false }: Launch): SandboxChannel {
  child.unref();
  for (const each of [...child.stdio, stream]) (each as Socket | null)?.unref?.();
  const refresh = (): Promise<void> => {
    if (!handsOver || child.exitCode !== null) return Promise.resolve();
    child.stdin?.write('o');
    return new Promise((resolve) => {
      const done = () => {
        child.stdout?.off('data', done);
        child.off('close', done);
        resolve();
      };
      child.stdout?.on('data', done);
      child.on('close', done);
    });
  };
  return { stream, refresh };
}

function collect(child: ChildProcess): Promise<Ended> {
  const answer: Buffer[] = [];
  let diagnostics = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const first = answer.length > 0 ? 0 : chunk.findIndex((byte) => byte !== acknowledged);
    if (first >= 0) answer.push(chunk.subarray(first));
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (diagnostics.length < diagnosticBytes) diagnostics += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ answer: Buffer.concat(answer), diagnostics: diagnostics.slice(0, diagnosticBytes), code }),
    );
  });
}

/** Bubblewrap's and Python's own errors; docker's, and those of a program that it cannot start. */
const launcherFailed = new Set([1, 125, 126, 127]);

/** No answer came: the launcher failed before the command, or somebody killed the supervisor. */
function unanswered({ diagnostics, code }: Ended, wallMs: number): SandboxResult {
  if (code !== null && launcherFailed.has(code) && diagnostics.trim() !== '')
    throw new MendError('SANDBOX_UNAVAILABLE', `the sandbox did not start: ${diagnostics.trim()}`, {
      hint: 'pass --sandbox process to run without isolation, if you trust the repository',
    });
  return {
    end: 'signalled',
    exitCode: null,
    signal: 'SIGKILL',
    stdout: '',
    stderr: diagnostics,
    droppedBytes: 0,
    wallMs,
  };
}

function toResult(request: SandboxRequest, ended: Ended, wallMs: number): SandboxResult {
  const answer = readAnswer(ended.answer);
  if (!answer) return unanswered(ended, wallMs);
  if (answer.error !== 0) throw notStarted(request.argv[0], answer.error);
  return { ...answer.result, wallMs };
}

const cancelledBefore: SandboxResult = {
  end: 'cancelled',
  exitCode: null,
  signal: null,
  stdout: '',
  stderr: '',
  droppedBytes: 0,
  wallMs: 0,
};

/**
 * Starts the supervisor and waits until it and everything below it are gone. Throws `TEST_COMMAND` when the
 * command can't be started, `SANDBOX_UNAVAILABLE` when the launcher can't.
 */
export async function runSupervised(request: SandboxRequest, launch: Launch): Promise<SandboxResult> {
  if (request.signal?.aborted) return cancelledBefore;
  const started = performance.now();
  const child = start(launch, request.onChannel !== undefined);
  const kill = () => {
    child.kill('SIGKILL');
    launch.abandon?.();
  };
  // The end of the control pipe is the request to stop; the supervisor still answers.
  const stop = () => child.stdin?.end();
  const backstop = setTimeout(kill, request.limits.wallMs + graceMs);
  request.signal?.addEventListener('abort', stop, { once: true });
  if (request.onChannel) {
    backstop.unref();
    const { onChannel } = request;
    const opened = (stream: Duplex) => onChannel(openChannel(child, stream, launch));
    if (launch.channel !== undefined) void launch.channel.then(opened);
    else opened(descriptor(child, launch));
  }
  try {
    const ended = await collect(child);
    return toResult(request, ended, performance.now() - started);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new MendError('SANDBOX_UNAVAILABLE', `${launch.program} is gone`, { cause: error });
  } finally {
    clearTimeout(backstop);
    request.signal?.removeEventListener('abort', stop);
  }
}
