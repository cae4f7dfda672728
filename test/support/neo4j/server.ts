import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Where `scripts/setup.mjs --test` puts the server's jars. */
export const neo4jLibrary = join(import.meta.dirname, '..', '..', '..', '.mendgraph', 'neo4j', 'lib');

export interface Neo4jServer {
  readonly uri: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

const startMs = 90_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error('Neo4j did not start in time')), startMs);
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', (code) => fail(new Error(`Neo4j ended with ${code}: ${said.slice(-2_000)}`)));
    if (!child.stdout) throw new Error('no output to read');
    createInterface(child.stdout).on('line', (line) => {
      if (line !== 'ready') return;
      clearTimeout(late);
      done();
    });
  });
}

/** Starts Neo4j on a free port with an empty folder of its own; `auth` asks for `neo4j`/`neo4j` to be changed. */
export async function startNeo4j({ auth = false }: { readonly auth?: boolean } = {}): Promise<Neo4jServer> {
  const home = await mkdtemp(join(tmpdir(), 'neo4j-'));
  const port = await freePort();
  const child = spawn(
    'java',
    [
      '-Xmx1g',
      '-cp',
      join(neo4jLibrary, '*'),
      join(import.meta.dirname, 'Server.java'),
      home,
      String(port),
      ...(auth ? ['auth'] : []),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  );
  try {
    await ready(child);
  } catch (error) {
    child.kill('SIGKILL');
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  return {
    uri: `bolt://127.0.0.1:${port}`,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}
