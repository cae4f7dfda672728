import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { promisify } from 'node:util';
import { MendError } from '../../graph/kernel/errors.ts';
import { inheritedEnvironment } from '../../graph/kernel/inherited-environment.ts';
import { sandboxHome, scratchFolders, supervisorInside } from './bubblewrap-arguments.ts';
import { checkRequest, isWithin } from './check-request.ts';
import { channelInside, dockerArguments } from './docker-arguments.ts';
import type { Sandbox, SandboxRequest } from './port.ts';
import { runSupervised } from './run-supervised.ts';
import { sandboxUser } from './sandbox-user.ts';
import { openSocketChannel, type SocketChannel } from './socket-channel.ts';
import { supervisorArguments } from './supervisor-arguments.ts';

export interface DockerOptions {
  /** Absolute path of the client. */
  readonly program: string;
  /** Name of an image that is on the machine and has Python 3.6 or later. */
  readonly image: string;
  /** Folders of the image's own PATH, joined by colons. */
  readonly path: string;
  /** The engine runs as us, so that its root is nobody but us. */
  readonly rootless: boolean;
}

/** What the client needs to find its engine; the command sees nothing of it. */
const clientEnvironment = (): Record<string, string> =>
  inheritedEnvironment(
    ...['PATH', 'HOME', 'XDG_RUNTIME_DIR', 'LANG'],
    ...['DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY'],
  );

const askMs = 20_000;

/** Asks the client something; throws what `execFile` throws. */
export async function askDocker(program: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: '/', env: clientEnvironment(), timeout: askMs };
  return (await promisify(execFile)(program, args, options)).stdout;
}

const usualSockets = ['/run/docker.sock', '/var/run/docker.sock'];

/** Who can speak to the engine is root of the machine. */
async function refuseSocket({ writable, readable = [] }: SandboxRequest): Promise<void> {
  const { DOCKER_HOST = '' } = clientEnvironment() as { DOCKER_HOST?: string };
  const named = /^unix:\/\/(.+)$/.exec(DOCKER_HOST)?.[1];
  const sockets = [...usualSockets, ...(named === undefined ? [] : [named])];
  const real = await Promise.all(sockets.map((path) => realpath(path).catch(() => path)));
  const folder = [...writable, ...readable].find((each) => real.some((socket) => isWithin(socket, each)));
  if (folder === undefined) return;
  throw new MendError('PATH_OUTSIDE', `${folder} holds the socket of docker, which no sandbox may see`, {
    hint: 'name a folder that holds the repository alone',
  });
}

/** As whom the container starts, and whom it becomes. */
function userFor(
  folder: string,
  rootless: boolean,
): { readonly user: string; readonly owner: number | null } {
  const owner = rootless ? null : sandboxUser(folder);
  if (rootless || owner !== null) return { user: '0:0', owner };
  return { user: `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`, owner };
}

function supervision(request: SandboxRequest, path: string, owner: number | null) {
  const folders = (request.path ?? []).filter(isAbsolute);
  return {
    channel: `${channelInside}/socket`,
    scratch: scratchFolders,
    folder: supervisorInside,
    namespace: readlinkSync('/proc/self/ns/pid'),
    env: { PATH: [...folders, path].join(':'), HOME: sandboxHome, LANG: 'C.UTF-8', ...request.env },
    ...(owner === null ? {} : { owner: { uid: owner, folders: request.writable } }),
  };
}

/**
 * Runs each command in a container of its own: programs and libraries are the image's, of the host there is nothing
 * but what the request names, at the same paths. There is no network.
 */
export function createDockerSandbox({ program, image, path, rootless }: DockerOptions): Sandbox {
  const launch = async (request: SandboxRequest, channel: SocketChannel | undefined) => {
    const { user, owner } = userFor(request.writable[0] ?? request.cwd, rootless);
    const name = `mendgraph-${randomUUID()}`;
    const container = { name, image, user, dropping: owner !== null, channel: channel?.folder };
    return runSupervised(request, {
      program,
      args: [
        ...dockerArguments(request, container),
        ...supervisorArguments(request, supervision(request, path, owner)),
      ],
      env: clientEnvironment(),
      handsOver: owner !== null,
      ...(channel && { channel: channel.stream }),
      // The container is the engine's child, not the client's.
      abandon: () => void askDocker(program, 'kill', name).catch(() => undefined),
    });
  };
  return {
    kind: 'docker',
    image,
    because: `it was asked for by name: the image ${image}, no network, a read-only system, none of your files`,
    async run(asked) {
      const request = await checkRequest(asked);
      await refuseSocket(request);
      const channel = request.onChannel ? await openSocketChannel() : undefined;
      try {
        return await launch(request, channel);
      } finally {
        await channel?.close();
      }
    },
  };
}
