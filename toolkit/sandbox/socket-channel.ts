import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A way to a command that descriptors of ours do not reach. */
export interface SocketChannel {
  /** Absolute folder that holds nothing but the socket. */
  readonly folder: string;
  /** Name of the socket in it. */
  readonly name: string;
  /** Resolves when somebody has connected; never, if nobody does. */
  readonly stream: Promise<Socket>;
  close(): Promise<void>;
}

const name = 'socket';

/** Listens on a socket in a folder that nobody else may enter. The first who connects has it alone. */
export async function openSocketChannel(): Promise<SocketChannel> {
  const folder = await mkdtemp(join(tmpdir(), 'mendgraph-channel-'));
  const server = createServer();
  const stream = new Promise<Socket>((connected) => {
    server.once('connection', (socket) => {
      socket.on('error', () => undefined);
      server.close();
      connected(socket);
    });
  });
  server.listen(join(folder, name));
  await once(server, 'listening');
  server.unref();
  return {
    folder,
    name,
    stream,
    async close() {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
