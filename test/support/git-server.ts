import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inheritedEnvironment } from '../../graph/kernel/inherited-environment.ts';

interface Options {
  /** Folder that holds the repositories. */
  readonly root: string;
  /** What the password must be; everybody is let in without. */
  readonly token?: string;
  /** Answers before git does: with `true` nothing more is said. */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Gives files alone, as a plain web server does. */
  readonly dumb?: boolean;
}

/** A git server on a free port of 127.0.0.1. */
export interface GitServer {
  readonly port: number;
  /** Of the repository at a path below the root. */
  url(path: string): string;
  /** `Authorization` of each request, decoded; `undefined` where there was none. */
  readonly shown: (string | undefined)[];
  close(): Promise<void>;
}

function loginOf({ headers: { authorization } }: IncomingMessage): string | undefined {
  const [, encoded] = /^Basic (.+)$/.exec(authorization ?? '') ?? [];
  return encoded === undefined ? authorization : Buffer.from(encoded, 'base64').toString();
}

async function giveFile(root: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(root, new URL(request.url ?? '/', 'http://x').pathname);
  const found = await stat(path).catch(() => undefined);
  response.statusCode = found?.isFile() ? 200 : 404;
  if (found?.isFile()) createReadStream(path).pipe(response);
  else response.end();
}

/** As CGI has it: headers, an empty line, the body. */
function giveByGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://x');
  const { headers, method = 'GET' } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...inheritedEnvironment('PATH'),
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let head: Buffer | undefined = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (!head) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.write(head.subarray(end + 4));
    head = undefined;
  });
  child.on('close', () => response.end());
}

export async function serveGit({ root, token, before, dumb }: Options): Promise<GitServer> {
  const shown: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    shown.push(loginOf(request));
    if (before?.(request, response)) return;
    if (token !== undefined && loginOf(request)?.split(':').slice(1).join(':') !== token) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('who are you?');
    } else if (dumb) void giveFile(root, request, response);
    else giveByGit(root, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    shown,
    url: (path) => `http://127.0.0.1:${port}/${path}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
