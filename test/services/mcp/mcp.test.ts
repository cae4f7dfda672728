import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../../services/cli/main.ts';
import { freshMs } from '../../../services/project.ts';
import { registry } from '../../../toolkit/registry.ts';
import { cli } from '../../builders/run-cli.ts';
import { processesMarked } from '../../contracts/sandbox.ts';
import { lacksBubblewrap } from '../../support/requires.ts';

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content[0]?.text ?? '';

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return client;
}

/** `mendgraph mcp --http` in this process. */
async function serve(folder: string, ...more: readonly string[]) {
  const controller = new AbortController();
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const argv = ['mcp', '--repo', folder, '--http', '0', ...more];
  const ended = runCli({ argv, streams, cwd: process.cwd(), signal: controller.signal });
  const [line] = await once(streams.stderr, 'data');
  const url = /http:\S+/.exec(String(line))?.[0] ?? '';
  return {
    url,
    async stop() {
      controller.abort();
      return ended;
    },
  };
}

describe('mendgraph mcp', () => {
  let folder: string;
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'mcp-home-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  beforeEach(() => {
    vi.stubEnv('MENDGRAPH_HOME', home);
    folder = mkdtempSync(join(tmpdir(), 'mcp-'));
    writeFileSync(join(folder, 'shop.py'), 'class Cart:\n    def total(self):\n        return 1\n');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  it('answers over stdio, and writes nothing but the protocol', async () => {
    const args = ['bin/mendgraph.mjs', 'mcp', '--repo', folder, '--structured'];
    const env = { MENDGRAPH_HOME: home };
    const client = await connect(new StdioClientTransport({ command: process.execPath, args, env }));
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(registry.map(({ name }) => name));
      for (const { annotations } of tools) expect(annotations?.readOnlyHint).toBe(true);
      // The client holds the structured answer against the schema that the list gave.
      const found = await client.callTool({
        name: 'find_methods_by_name',
        arguments: { name: 'Cart.total' },
      });
      expect(textOf(found)).toContain('shop.Cart.total (shop.py:2-3)');
      expect(found.structuredContent).toMatchObject({ found: true, total: 1 });
    } finally {
      await client.close();
    }
  }, 30_000);

  describe('over HTTP', () => {
    let server: Awaited<ReturnType<typeof serve>>;
    let client: Client;
    beforeEach(async () => {
      server = await serve(folder);
      client = await connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
    });
    afterEach(async () => {
      await client.close();
      expect(await server.stop()).toBe(0);
    });

    it('explains what a tool can not do', async () => {
      const wrong = await client.callTool({ name: 'find_methods_by_name', arguments: { nam: 'x' } });
      expect(wrong.isError).toBe(true);
      expect(textOf(wrong)).toContain('name: missing');
      const unknown = await client.callTool({ name: 'find_method' });
      expect(textOf(unknown)).toContain('find_methods_by_name');
      const outside = await client.callTool({
        name: 'read_file_lines',
        arguments: { file_path: '../../etc/passwd' },
      });
      expect(outside.isError).toBe(true);
      expect(textOf(outside)).not.toContain('root:');
    });

    it('gives entities as resources, and completes their ids', async () => {
      const { resources } = await client.listResources();
      expect(resources.map(({ name }) => name)).toEqual(['shop.py', 'shop.py:Cart', 'shop.py:Cart.total']);
      const { contents } = await client.readResource({ uri: resources[2]?.uri ?? '' });
      expect(contents[0]).toMatchObject({ text: '    def total(self):\n        return 1' });
      const [template] = (await client.listResourceTemplates()).resourceTemplates;
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: template?.uriTemplate ?? '' },
        argument: { name: 'id', value: 'tot' },
      });
      expect(completion.values).toEqual(['shop.py:Cart.total']);
      await expect(client.readResource({ uri: 'mendgraph://entity/Cart.totl' })).rejects.toThrow(/Cart.totl/);
      await expect(client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/no resource/);
    });

    it('sees what has changed in the folder', async () => {
      writeFileSync(join(folder, 'shop.py'), 'class Cart:\n    def sum(self):\n        return 2\n');
      await sleep(freshMs + 50);
      const found = await client.callTool({ name: 'find_methods_by_name', arguments: { name: 'Cart.sum' } });
      expect(textOf(found)).toContain('shop.Cart.sum');
    });

    it('keeps the last good graph when the folder has no Python any more', async () => {
      rmSync(join(folder, 'shop.py'));
      await sleep(freshMs + 50);
      const found = await client.callTool({ name: 'find_methods_by_name', arguments: { name: 'total' } });
      expect(textOf(found)).toContain('shop.Cart.total');
    });

    it.each([
      ['another name of the host', { host: 'evil.example' }, 'POST', 403],
      ['a web page of elsewhere', { origin: 'https://evil.example' }, 'POST', 403],
      ['a way to hold a stream open', {}, 'GET', 405],
      ['the end of a session', {}, 'DELETE', 405],
      ['a client that takes no JSON', { accept: 'text/html' }, 'POST', 406],
      ['what is not said to be JSON', { 'content-type': 'text/plain' }, 'POST', 415],
      ['what is no JSON', {}, 'POST', 400],
    ])('refuses %s', async (_, headers, method, status) => {
      const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
      const sent = request(server.url, { method, headers: { ...usual, ...headers } }).end('{');
      const [reply] = await once(sent, 'response');
      reply.resume();
      expect(reply.statusCode).toBe(status);
    });

    it('refuses a body of more than 1 MiB', async () => {
      const reply = await fetch(server.url, {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
        body: `"${'x'.repeat(1024 * 1024)}"`,
      });
      expect(reply.status).toBe(413);
    });
  });

  it('asks for the token where there is one', async () => {
    vi.stubEnv('MENDGRAPH_MCP_TOKEN', 'a-long-random-text-1');
    const server = await serve(folder);
    try {
      expect((await fetch(server.url, { method: 'POST' })).status).toBe(401);
      const headers = { authorization: 'Bearer a-long-random-text-1' };
      const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } });
      const client = await connect(transport as Transport);
      expect((await client.listTools()).tools.length).toBe(registry.length);
      await client.close();
    } finally {
      await server.stop();
    }
  });

  describe.skipIf(lacksBubblewrap())('with --shell', () => {
    const shell = 'execute_shell_command_with_validation';
    const copies = () => (existsSync(join(home, 'shell')) ? readdirSync(join(home, 'shell')) : []);

    it('runs commands on a copy, and says that this tool does not only read', async () => {
      const server = await serve(folder, '--shell');
      const client = await connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
      const { tools } = await client.listTools();
      const hints = tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]);
      expect(hints).toEqual([...registry.map(({ name }) => [name, true]), [shell, false]]);
      const command = 'rm shop.py; echo gone > x; ls';
      const ran = await client.callTool({ name: shell, arguments: { command } });
      expect(textOf(ran)).toMatch(/exit code 0 .*bubblewrap.*\n(.*\n)*x$/);
      expect(readdirSync(folder)).toEqual(['shop.py']);
      expect(copies()).not.toEqual([]);
      await client.close();
      expect(await server.stop()).toBe(0);
      expect(copies()).toEqual([]);
    }, 30_000);

    it('stops a command that the client cancels, or hangs up on', async () => {
      const args = ['bin/mendgraph.mjs', 'mcp', '--repo', folder, '--shell'];
      const env = { MENDGRAPH_HOME: home };
      const stdio = await connect(new StdioClientTransport({ command: process.execPath, args, env }));
      const server = await serve(folder, '--shell');
      const http = await connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
      for (const [count, client] of [stdio, http].entries()) {
        const mark = `50.0${process.pid}${count}`;
        const controller = new AbortController();
        const call = client.callTool({ name: shell, arguments: { command: `sleep ${mark}` } }, undefined, {
          signal: controller.signal,
        });
        const refused = expect(call).rejects.toThrow();
        await vi.waitFor(() => expect(processesMarked(mark)).not.toEqual([]), 20_000);
        if (client === stdio) controller.abort();
        else await client.close();
        await refused;
        await vi.waitFor(() => expect(processesMarked(mark)).toEqual([]), 5_000);
      }
      const after = await stdio.callTool({ name: shell, arguments: { command: 'echo on' } });
      expect(textOf(after)).toContain('\non');
      await stdio.close();
      expect(await server.stop()).toBe(0);
    }, 60_000);
  });

  it.each([
    ['a sandbox for no commands', ['--sandbox', 'process'], /add --shell/, 2],
    ['an open address without a token', ['--http', '0.0.0.0:0'], /MENDGRAPH_MCP_TOKEN/, 2],
    ['no address', ['--http', 'here:now'], /HOST:PORT/, 2],
    ['a folder that is not there', ['--repo', '/nowhere'], /\/nowhere/, 1],
  ])('will not start with %s', async (_, argv, says, code) => {
    const { exitCode, stderr, stdout } = await cli(['mcp', '--repo', folder, ...argv]);
    expect(stderr).toMatch(says);
    expect(exitCode).toBe(code);
    expect(stdout).toBe('');
  });
});
