import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolders, supervisorCapabilities, supervisorInside } from './bubblewrap-arguments.ts';
import type { SandboxRequest } from './port.ts';
import { supervisorFolder } from './supervisor-arguments.ts';

/** Folder of the socket to a command that serves, inside. */
export const channelInside = '/run/mendgraph-channel';

/** Beside the command itself: the supervisor. */
const moreProcesses = 8;
const moreMemory = 256 * 2 ** 20;

export interface Container {
  readonly name: string;
  readonly image: string;
  /** User and group to start as. */
  readonly user: string;
  /** It starts as root, and becomes another user before the command does. */
  readonly dropping: boolean;
  /** Folder with the socket to a command that serves. */
  readonly channel?: string | undefined;
}

/** A field of `--mount`, which is read as comma-separated values. */
const field = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function mount(source: string, target: string, isWritable: boolean): readonly string[] {
  const fields = ['type=bind', field(`source=${source}`), field(`target=${target}`)];
  return ['--mount', [...fields, ...(isWritable ? [] : ['readonly'])].join(',')];
}

function mounts({ writable, readable = [] }: SandboxRequest): readonly string[] {
  // Git outside would obey a configuration that the command wrote there.
  const kept = writable
    .map((path) => join(path, '.git'))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory());
  const only = [...readable.filter((path) => !writable.includes(path)), ...kept];
  return [
    ...[...new Set(only)].flatMap((path) => mount(path, path, false)),
    ...[...new Set(writable)].flatMap((path) => mount(path, path, true)),
  ];
}

const tmpfs = (path: string, bytes: number): readonly string[] => [
  '--tmpfs',
  `${path}:rw,exec,nosuid,nodev,mode=1777,size=${bytes}`,
];

function scratch(bytes: number): readonly string[] {
  const own = scratchFolders.filter((path) => path !== '/dev/shm');
  return [
    ...own.flatMap((path) => tmpfs(path, path === '/tmp' ? bytes * 2 : bytes)),
    ...['--shm-size', String(bytes)],
  ];
}

/**
 * The command line of docker up to the supervisor's own arguments: no network, no capabilities, nothing of the host
 * but what the request names, and never the engine's socket. The image is not fetched.
 */
export function dockerArguments(request: SandboxRequest, container: Container): readonly string[] {
  const { name, image, user, dropping, channel } = container;
  const { memoryBytes, processes, fileBytes } = request.limits;
  const memory = String(memoryBytes + moreMemory);
  return [
    ...['run', '--rm', '--interactive', '--name', name, '--pull', 'never', '--log-driver', 'none'],
    ...['--network', 'none', '--ipc', 'private', '--hostname', 'sandbox', '--read-only'],
    ...['--user', user, '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...(dropping ? supervisorCapabilities.flatMap((one) => ['--cap-add', one]) : []),
    ...['--memory', memory, '--memory-swap', memory, '--pids-limit', String(processes + moreProcesses)],
    ...scratch(fileBytes),
    ...mounts(request),
    ...mount(supervisorFolder, supervisorInside, false),
    ...(channel === undefined ? [] : mount(channel, channelInside, false)),
    ...['--workdir', '/', '--entrypoint', 'python3', image],
  ];
}
