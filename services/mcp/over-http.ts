import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Secret } from '../../graph/kernel/secret.ts';
import { aborted, isLoopback, isOwnName, listenFailed, urlOf } from '../http/listening.ts';
import { type McpParts, makeMcpServer } from './server.ts';

interface HttpOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** What a client has to show as a bearer token; needed for every host but a loopback address. */
  readonly token: Secret | undefined;
  readonly signal: AbortSignal;
  /** Called once with the address of the endpoint, when requests are answered. */
  readonly onListening: (url: string) => void;
}

const endpoint = '/mcp';

const largestBody = 1024 * 1024;
const mostConnections = 128;
const mostRequests = 32;
const receiveMs = 30_000;

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const bearer = 'Bearer ';

function isToken(header: string | undefined, token: Secret): boolean {
  if (!header?.startsWith(bearer)) return false;
  const [given, wanted] = [Buffer.from(header.slice(bearer.length)), Buffer.from(token.reveal())];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const isOwnOrigin = (origin: string): boolean => URL.canParse(origin) && isOwnName(new URL(origin).host);

/**
 * What is wrong with a request before its body is read. A web page must not reach the service: neither by a name
 * that was pointed at the loopback address (DNS rebinding), nor from its own origin.
 */
function refusal(
  { headers, method, url }: IncomingMessage,
  { host, token }: HttpOptions,
): Refusal | undefined {
  if (isLoopback(host) && !isOwnName(headers.host ?? ''))
    return { status: 403, message: 'this service answers to requests for localhost only' };
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin))
    return { status: 403, message: 'web pages of other origins may not ask' };
  if (token && !isToken(headers.authorization, token))
    return {
      status: 401,
      message: 'a bearer token is needed: the one in MENDGRAPH_MCP_TOKEN of the server',
      headers: { 'www-authenticate': 'Bearer' },
    };
  if (url?.split('?')[0] !== endpoint) return { status: 404, message: `the endpoint is ${endpoint}` };
  if (method !== 'POST')
    return { status: 405, message: 'there are no sessions: POST each request', headers: { allow: 'POST' } };
  return undefined;
}

const refusedCode = -32_000;

function refuse(response: ServerResponse, { status, message, headers = {} }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: refusedCode, message }, id: null }));
}

/** Each request has a server of its own: nothing of a client is kept between two of them. */
async function answer(parts: McpParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = makeMcpServer(parts);
  const transport = new StreamableHTTPServerTransport({ maxRequestBodySize: largestBody });
  const closed = once(response, 'close');
  // Its types allow `undefined` where the interface does not; they are the SDK's own.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  try {
    await transport.handleRequest(request, response);
    await closed;
  } finally {
    await server.close();
  }
}

function makeHttpServer(parts: McpParts, options: HttpOptions): HttpServer {
  let inWork = 0;
  const server = createServer({ requestTimeout: receiveMs }, async (request, response) => {
    const refused =
      inWork >= mostRequests
        ? { status: 503, message: 'too many requests at once', headers: { 'retry-after': '1' } }
        : refusal(request, options);
    if (refused) return refuse(response, refused);
    inWork += 1;
    try {
      await answer(parts, request, response);
    } catch (error) {
      parts.logger.warn('a request failed', { error: String(error) });
      if (!response.headersSent) refuse(response, { status: 500, message: 'an internal error' });
      else response.destroy();
    } finally {
      inWork -= 1;
    }
  });
  server.maxConnections = mostConnections;
  return server;
}

/**
 * Answers MCP over streamable HTTP until the signal.
 * @throws MendError `USAGE` when it cannot listen there, or a host that others can reach has no token
 */
export async function serveOverHttp(parts: McpParts, options: HttpOptions): Promise<void> {
  const { host, port, token, signal, onListening } = options;
  if (!isLoopback(host) && token === undefined)
    throw new MendError('USAGE', `${host} can be reached from other machines, and there is no token`, {
      hint: 'set MENDGRAPH_MCP_TOKEN to a long random text, or listen on 127.0.0.1',
    });
  const server = makeHttpServer(parts, options);
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw listenFailed(error as NodeJS.ErrnoException, host, port);
  });
  try {
    onListening(urlOf(host, (server.address() as AddressInfo).port) + endpoint);
    await aborted(signal);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
