import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { askDocker, createDockerSandbox } from './docker.ts';
import { onPath } from './host-python.ts';
import { defaultLimits, type Sandbox } from './port.ts';
import { removeFolder } from './remove-folder.ts';

const unavailable = (message: string, hint: string, cause?: unknown): MendError =>
  new MendError('SANDBOX_UNAVAILABLE', message, { hint, cause });

interface Failure {
  readonly code?: string | number | null;
  readonly killed?: boolean;
  readonly stderr?: string;
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

/** Asks the first docker on our PATH; `missing` is what it means that docker says no. */
async function ask(missing: (said: string, cause: unknown) => MendError, ...args: readonly string[]) {
  for (const program of onPath('docker')) {
    try {
      return { program, answer: await askDocker(program, ...args) };
    } catch (error) {
      const { code, killed, stderr = '' } = error as Failure;
      if (code === 'ENOENT' || code === 'EACCES') continue;
      if (killed)
        throw unavailable('docker does not answer', 'start its engine, and try: docker info', error);
      throw missing(firstLine(stderr), error);
    }
  }
  throw unavailable('docker is not installed', 'install it, or leave --sandbox out to use bubblewrap');
}

const noEngine = (said: string, cause: unknown) =>
  unavailable(`docker has no engine: ${said}`, 'start it, and try: docker info', cause);

const environment = z.array(z.string()).nullable();
const defaultPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

async function imagePath(image: string): Promise<string> {
  const noImage = (said: string, cause: unknown) =>
    unavailable(
      `there is no image ${image} on this machine (${said})`,
      `fetch it: docker pull ${image}`,
      cause,
    );
  const { answer } = await ask(noImage, 'image', 'inspect', '--format', '{{json .Config.Env}}', image);
  const variables = environment.parse(JSON.parse(answer)) ?? [];
  return variables.find((each) => each.startsWith('PATH='))?.slice('PATH='.length) ?? defaultPath;
}

const older = 'name an image with Python 3.6 or later and a shell, such as docker:python:3.11-slim';

/** That a container starts, has Python, and sees the folders of this very machine. */
async function tryOut(sandbox: Sandbox, image: string): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-docker-')));
  const mark = randomUUID();
  try {
    await writeFile(join(folder, 'mark'), mark);
    const limits = { ...defaultLimits, wallMs: 30_000 };
    const { stdout, stderr, end } = await sandbox.run({
      argv: ['sh', '-c', 'cat mark && echo x > answer'],
      ...{ cwd: folder, writable: [folder], limits },
    });
    if (stdout === mark && stderr === '') return;
    throw unavailable(
      `containers of ${image} do not see this machine's folders (${stderr.trim() || end})`,
      'use an engine on this machine (DOCKER_HOST, docker context) that may mount its folders',
    );
  } catch (error) {
    if (!(error instanceof MendError) || error.code !== 'TEST_COMMAND') throw error;
    throw unavailable(`the image ${image} has no shell`, older, error);
  } finally {
    await removeFolder(folder);
  }
}

const securityOptions = z.array(z.string());

/**
 * A sandbox of containers of `image`, tried once here. Nothing is fetched.
 * @throws MendError `SANDBOX_UNAVAILABLE` without docker, its engine or the image, or where it cannot start
 */
export async function openDocker(image: string): Promise<Sandbox> {
  const { program, answer } = await ask(noEngine, 'info', '--format', '{{json .SecurityOptions}}');
  const rootless = securityOptions.parse(JSON.parse(answer)).some((each) => each.includes('name=rootless'));
  const sandbox = createDockerSandbox({ program, image, path: await imagePath(image), rootless });
  await tryOut(sandbox, image);
  return sandbox;
}
