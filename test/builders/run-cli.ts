import { PassThrough } from 'node:stream';
import { runCli } from '../../services/cli/main.ts';

export interface CliEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function read(stream: PassThrough): Promise<string> {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
}

interface CliInput {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

/** Runs the command line in this process, with streams that are no terminals. */
export async function cli(argv: readonly string[], input: CliInput = {}): Promise<CliEnd> {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  streams.stdin.end(input.stdin ?? '');
  const texts = Promise.all([read(streams.stdout), read(streams.stderr)]);
  const exitCode = await runCli({
    argv,
    streams,
    cwd: input.cwd ?? process.cwd(),
    signal: input.signal ?? new AbortController().signal,
  });
  streams.stdout.end();
  streams.stderr.end();
  const [stdout, stderr] = await texts;
  return { exitCode, stdout, stderr };
}
