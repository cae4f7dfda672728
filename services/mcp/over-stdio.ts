import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type McpParts, makeMcpServer } from './server.ts';

interface StdioStreams {
  readonly stdin: Readable;
  /** Carries nothing but messages of the protocol. */
  readonly stdout: Writable;
}

/** Answers until the client closes its end, a message of more than 10 MiB comes, or the signal. */
export async function serveOverStdio(
  parts: McpParts,
  { stdin, stdout }: StdioStreams,
  signal: AbortSignal,
): Promise<void> {
  const server = makeMcpServer(parts);
  const transport = new StdioServerTransport(stdin, stdout);
  const ended = new Promise<void>((done) => {
    server.onclose = done;
    for (const event of ['end', 'close', 'error'] as const) stdin.once(event, () => done());
    stdout.once('error', () => done());
    signal.addEventListener('abort', () => done(), { once: true });
  });
  server.onerror = (error) => parts.logger.warn('a message of the client', { error: error.message });
  await server.connect(transport);
  if (!signal.aborted) await ended;
  await server.close();
}
