import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacksBubblewrap } from './support/requires.ts';
import { shellCommands } from './support/shell-commands.ts';

const commands = shellCommands(readFileSync('README.md', 'utf8'));
const isNpm = (command: string) => command.startsWith('npm ');
const isServe = (command: string) => command.startsWith('npx mendgraph serve');
/** Where bubblewrap is missing (never in CI), what the README says to do then. */
const sandboxed = (command: string) =>
  lacksBubblewrap() && /mendgraph(\.mjs)? (repair|probe|serve) /.test(command)
    ? `${command} --sandbox process`
    : command;
const isCurl = (command: string) => command.startsWith('curl ');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the README', () => {
  let home: string;
  let port: number;
  let runId = '';
  let server: ChildProcess | undefined;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'readme-'));
    port = await freePort();
  });
  afterAll(async () => {
    if (server?.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(home, { recursive: true, force: true });
  });

  const prepared = (command: string) =>
    `export MENDGRAPH_HOME=${home}/home RUN_ID=${runId}; ${sandboxed(command)
      .replaceAll('/tmp/', `${home}/`)
      .replaceAll('8080', String(port))}`;
  const run = (command: string) =>
    new Promise<Ended>((done) => {
      execFile('bash', ['-c', prepared(command)], { timeout: 120_000 }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });

  it('has commands, each of a kind that this test runs', () => {
    expect(commands.length).toBeGreaterThan(8);
    const unknown = commands.filter((one) => !/^(npm (test|run demo)$|npx mendgraph |curl )/.test(one));
    expect(unknown).toEqual([]);
  });

  it.each(commands.filter(isNpm))('%s is a script of the package', async (command) => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(scripts).toHaveProperty([command.split(' ').at(-1) ?? '']);
  });

  it.each(commands.filter((one) => !isNpm(one) && !isServe(one) && !isCurl(one)))(
    '%s',
    async (command) => {
      const { code, stdout, stderr } = await run(command);
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      const written = /(?:--out|>) \/tmp\/(\S+)/.exec(command)?.[1];
      if (written) expect((await readFile(join(home, written), 'utf8')).length).toBeGreaterThan(100);
      else expect(stdout.length).toBeGreaterThan(20);
      // `tool --json '{…}'` takes JSON, and answers in words.
      if (/--json(?! ')/.test(command)) expect(JSON.parse(stdout)).toBeTypeOf('object');
    },
    150_000,
  );

  it.each(commands.filter(isServe))('%s', async (command) => {
    server = spawn('bash', [
      '-c',
      prepared(`exec ${command.replace('npx mendgraph', 'node bin/mendgraph.mjs')}`),
    ]);
    const health = `http://127.0.0.1:${port}/health`;
    for (let tries = 0; tries < 100; tries += 1) {
      const ok = await fetch(health).then(
        (reply) => reply.ok,
        () => false,
      );
      if (ok) return;
      await sleep(100);
    }
    throw new Error('the service did not come up within ten seconds');
  });

  it.each(commands.filter(isCurl))(
    '%s',
    async (command) => {
      if (command.includes('/patch')) await finished();
      const { code, stdout } = await run(command);
      expect(code).toBe(0);
      if (command.includes('/patch')) expect(stdout).toMatch(/^diff --git /);
      else runId ||= JSON.parse(stdout).runId;
      expect(runId).not.toBe('');
    },
    150_000,
  );

  async function finished(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const reply = await fetch(`http://127.0.0.1:${port}/v1/repairs/${runId}`);
      const { state } = (await reply.json()) as { state: string };
      if (state !== 'queued' && state !== 'running') return;
      await sleep(200);
    }
  }
});
