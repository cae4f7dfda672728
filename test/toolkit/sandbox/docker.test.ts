import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseSandbox } from '../../../toolkit/sandbox/detect.ts';
import { defaultLimits } from '../../../toolkit/sandbox/port.ts';
import { isolationContract } from '../../contracts/isolation.ts';
import { sandboxContract } from '../../contracts/sandbox.ts';
import { installStandIn, lacksDocker, makeTestImage, testImage } from '../../support/docker/engine.ts';
import { lacksBubblewrap } from '../../support/requires.ts';

const { PATH = '' } = env;
const open = (image = testImage) => chooseSandbox({ wanted: `docker:${image}` });
const temporary = () => realpathSync(mkdtempSync(join(tmpdir(), 'mendgraph-docker-')));

describe.skipIf(lacksDocker())('docker', () => {
  beforeAll(makeTestImage, 60_000);
  sandboxContract('docker', () => open());
  isolationContract('docker', () => open());
});

describe.skipIf(lacksBubblewrap())('docker, a stand-in for its client', () => {
  let bin: string;
  beforeAll(() => {
    bin = temporary();
    installStandIn(bin);
    Object.assign(env, { PATH: `${bin}:${PATH}` });
  });
  afterAll(() => {
    Object.assign(env, { PATH });
    rmSync(bin, { recursive: true, force: true });
  });
  sandboxContract('docker', () => open());
  isolationContract('docker', () => open());

  it('says which image it runs commands in', async () => {
    expect(await open()).toMatchObject({
      kind: 'docker',
      image: testImage,
      because: expect.stringContaining(testImage),
    });
  });

  it('leaves no container and no socket behind', async () => {
    expect(readdirSync(bin)).toEqual(['docker']);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('mendgraph-channel-'))).toEqual([]);
  });

  it('tells how to get an image that is not there', async () => {
    await expect(open('python:3.99')).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('No such image'),
      hint: 'fetch it: docker pull python:3.99',
    });
  });

  it('shows the socket of the engine to nobody', async () => {
    const folder = temporary();
    const socket = join(folder, 'docker.sock');
    const server = createServer().listen(socket);
    const sandbox = await open();
    vi.stubEnv('DOCKER_HOST', `unix://${socket}`);
    try {
      const limits = defaultLimits;
      const request = { argv: ['true'], cwd: folder, writable: [folder], limits } as const;
      await expect(sandbox.run(request)).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
      const readable = { ...request, writable: [], readable: [folder] };
      await expect(sandbox.run(readable)).rejects.toMatchObject({ code: 'PATH_OUTSIDE' });
    } finally {
      vi.unstubAllEnvs();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('docker that will not do', () => {
  let bin: string;
  beforeEach(() => {
    bin = temporary();
  });
  afterEach(() => {
    Object.assign(env, { PATH });
    rmSync(bin, { recursive: true, force: true });
  });
  const client = (script: string) => {
    writeFileSync(join(bin, 'docker'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, 'docker'), 0o755);
    Object.assign(env, { PATH: `${bin}:${PATH}` });
  };
  const answers = `case "$1" in info) echo '["name=seccomp"]'; exit;; image) echo null; exit;; esac`;

  it.each([
    ['no engine', 'echo "Cannot connect to the Docker daemon" >&2; exit 1', /no engine: Cannot connect/],
    ['no python3', `${answers}; echo 'exec: "python3": not found' >&2; exit 127`, /python3/],
    ['no right to run', `${answers}; echo "permission denied" >&2; exit 125`, /permission denied/],
  ])('%s', async (_, script, message) => {
    client(script);
    await expect(open()).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });

  it('no docker', async () => {
    Object.assign(env, { PATH: bin });
    await expect(open()).rejects.toMatchObject({ message: 'docker is not installed' });
  });
});
