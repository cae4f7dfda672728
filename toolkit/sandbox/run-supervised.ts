import { type ChildProcess, spawn } from 'node:child_process';
import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import type { SandboxRequest, SandboxResult } from './port.ts';

/** A program that starts the supervisor. `files` are given to it on the descriptors from 3 on. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly files?: readonly string[];
}

const header = z.object({
  end: z.enum(['exited', 'signalled', 'timeout', 'output-limit', 'cancelled', 'not-started']),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  error: z.int(),
  note: z.string(),
  lengths: z.array(z.int().nonnegative()).length(4),
  totals: z.array(z.int().nonnegative()).length(2),
});
type Header = z.infer<typeof header>;

/** How much longer than the wall limit we wait for the supervisor's own answer before we kill it, milliseconds. */
const graceMs = 15_000;
const diagnosticBytes = 8_192;

interface Ended {
  readonly answer: Buffer;
  readonly diagnostics: string;
  readonly code: number | null;
}

function start({ program, args, files = [] }: Launch): ChildProcess {
  const child = spawn(program, args, {
    cwd: '/',
    env: { LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe', ...files.map(() => 'pipe' as const)],
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

function collect(child: ChildProcess): Promise<Ended> {
  const answer: Buffer[] = [];
  let diagnostics = '';
  child.stdout?.on('data', (chunk: Buffer) => answer.push(chunk));
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

function text(head: Buffer, tail: Buffer, total: number): string {
  const dropped = total - head.length - tail.length;
  if (dropped <= 0) return Buffer.concat([head, tail]).toString();
  return `${head.toString()}\n[… ${dropped} bytes left out …]\n${tail.toString()}`;
}

function outputs(bytes: Buffer, { lengths, totals }: Header): { stdout: string; stderr: string } {
  let offset = 0;
  const [outHead, outTail, errHead, errTail] = lengths.map((length) => {
    offset += length;
    return bytes.subarray(offset - length, offset);
  });
  const none = Buffer.alloc(0);
  return {
    stdout: text(outHead ?? none, outTail ?? none, totals[0] ?? 0),
    stderr: text(errHead ?? none, errTail ?? none, totals[1] ?? 0),
  };
}

const notStarted = (request: SandboxRequest, error: number): MendError => {
  const reasons: Readonly<Record<number, string>> = {
    2: 'is not there',
    8: 'is neither a program nor a script with a #! line',
    13: 'may not be run',
    20: 'is not there',
  };
  return new MendError(
    'TEST_COMMAND',
    `${request.argv[0]} ${reasons[error] ?? `cannot be started (error ${error})`}`,
    {
      hint: 'check the command: its program must be in the repository, in its virtual environment or of the system',
    },
  );
};

/** No answer came: the launcher failed before the command, or somebody killed the supervisor. */
function unanswered({ diagnostics, code }: Ended, wallMs: number): SandboxResult {
  if (code === 1 && diagnostics.trim() !== '')
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
  const newline = ended.answer.indexOf(10);
  if (newline < 0) return unanswered(ended, wallMs);
  const read = header.parse(JSON.parse(ended.answer.subarray(0, newline).toString()));
  const { end, exitCode, signal, lengths, totals, note } = read;
  if (end === 'not-started') throw notStarted(request, read.error);
  const { stdout, stderr } = outputs(ended.answer.subarray(newline + 1), read);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return {
    end,
    exitCode,
    signal,
    stdout,
    stderr: note ? `${stderr}\n[stopped: ${note}]\n` : stderr,
    droppedBytes: sum(totals) - sum(lengths),
    wallMs,
  };
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
  const child = start(launch);
  const kill = () => child.kill('SIGKILL');
  // The end of the control pipe is the request to stop; the supervisor still answers.
  const stop = () => child.stdin?.end();
  const backstop = setTimeout(kill, request.limits.wallMs + graceMs);
  request.signal?.addEventListener('abort', stop, { once: true });
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
