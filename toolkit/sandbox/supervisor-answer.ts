import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import type { SandboxResult } from './port.ts';

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

/** The error for a `program` that the system refused to start, by its number (errno). */
export function notStarted(program: string, error: number): MendError {
  const reasons: Readonly<Record<number, string>> = {
    2: 'is not there',
    8: 'is neither a program nor a script with a #! line',
    13: 'may not be run',
    20: 'is not there',
  };
  return new MendError(
    'TEST_COMMAND',
    `${program} ${reasons[error] ?? `cannot be started (error ${error})`}`,
    {
      hint: 'check the command: its program must be in the repository, in its virtual environment or of the system',
    },
  );
}

/** A supervisor's answer. `error` is the number of the error that kept the command from starting, else 0. */
export interface Answer {
  readonly error: number;
  readonly result: Omit<SandboxResult, 'wallMs'>;
  /** Bytes that the answer took. */
  readonly length: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Reads the answer at the beginning of `bytes`; `null` while it is not there as a whole. */
export function readAnswer(bytes: Buffer): Answer | null {
  const newline = bytes.indexOf(10);
  if (newline < 0) return null;
  const read = header.parse(JSON.parse(bytes.subarray(0, newline).toString()));
  const { end, exitCode, signal, error, lengths, totals, note } = read;
  const length = newline + 1 + sum(lengths);
  if (bytes.length < length) return null;
  const { stdout, stderr } = outputs(bytes.subarray(newline + 1), read);
  return {
    error,
    length,
    result: {
      end: end === 'not-started' ? 'exited' : end,
      exitCode,
      signal,
      stdout,
      stderr: note ? `${stderr}\n[stopped: ${note}]\n` : stderr,
      droppedBytes: sum(totals) - sum(lengths),
    },
  };
}
