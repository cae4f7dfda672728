import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { MendError, toMendError } from '../../graph/kernel/errors.ts';
import type { CliContext } from './context.ts';

/** Largest issue text that is read, bytes. */
export const maxIssueBytes = 1024 * 1024;

async function readBounded(stream: Readable, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > maxIssueBytes)
      throw new MendError('ISSUE_INVALID', `${name} is larger than ${maxIssueBytes} bytes`, {
        hint: 'keep what describes the problem and the traceback; leave out long logs',
      });
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function openIssue(path: string): Promise<Readable> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new MendError('NOT_FOUND', `no such file: ${path}`, {
      hint: '--issue takes a text file, or - for stdin',
      cause,
    });
  });
  if (found.isDirectory())
    throw new MendError('USAGE', `${path} is a folder`, {
      hint: '--issue takes a text file, or - for stdin',
    });
  return createReadStream(path);
}

/**
 * Text of the issue in a file, or on stdin for `-`.
 * @throws MendError `ISSUE_INVALID` when it is empty or too large, `NOT_FOUND` or `UNREADABLE` for the file
 */
export async function readIssue(source: string, { streams, cwd, signal }: CliContext): Promise<string> {
  const stdin = source === '-';
  const name = stdin ? 'the issue on stdin' : resolve(cwd, source);
  if (stdin && streams.stdin.isTTY)
    streams.stderr.write('Type the issue; end it with Ctrl-D on a line of its own.\n');
  try {
    const stream = stdin ? streams.stdin : await openIssue(name);
    signal.addEventListener('abort', () => stream.destroy(new DOMException('stopped', 'AbortError')), {
      once: true,
    });
    const text = await readBounded(stream, name);
    if (text.trim() !== '') return text;
  } catch (error) {
    throw toMendError(error);
  }
  throw new MendError('ISSUE_INVALID', `${name} is empty`, {
    hint: 'write what goes wrong, what was expected and, if there is one, the traceback',
  });
}
