import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from './check-request.ts';
import type { SandboxRequest } from './port.ts';

const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store'];

/** What programs need of /etc; nothing there tells about the machine's users or its network. */
const etcEntries = [
  'alternatives',
  'fonts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'magic',
  'mime.types',
  'os-release',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone',
];

export const sandboxHome = '/home/sandbox';
/** Folders that the command may fill, made for it alone and gone with it. */
export const scratchFolders = ['/tmp', '/var/tmp', '/dev/shm', sandboxHome] as const;
export const supervisorInside = '/run/mendgraph';

/** Files made for the sandbox alone, by path. */
export function syntheticFiles(uid: number): ReadonlyMap<string, string> {
  return new Map([
    [
      '/etc/passwd',
      `root:x:0:0:root:/root:/bin/sh\nsandbox:x:${uid}:${uid}:sandbox:${sandboxHome}:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
    ],
    ['/etc/group', `root:x:0:\nsandbox:x:${uid}:\nnogroup:x:65534:\n`],
    ['/etc/hosts', '127.0.0.1 localhost\n::1 localhost\n'],
    ['/etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'],
  ]);
}

function systemMount(path: string): readonly string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

function systemMounts(): readonly string[] {
  return [
    ...systemFolders.flatMap(systemMount),
    ...etcEntries.flatMap((entry) => ['--ro-bind-try', `/etc/${entry}`, `/etc/${entry}`]),
  ];
}

const scratch = (path: string, bytes: number): readonly string[] => [
  '--perms',
  '1777',
  '--size',
  String(bytes),
  '--tmpfs',
  path,
];

/** Makes the folders above `paths`. Bubblewrap would too, but closed to everybody except its own user. */
function openParents(...paths: readonly string[]): readonly string[] {
  const parents = paths.flatMap((path) => {
    const parts = path.split('/').slice(1, -1);
    return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
  });
  return [...new Set(parents)].flatMap((path) => ['--perms', '0755', '--dir', path]);
}

/** Parents before what lies in them, so that a folder's own mount is not hidden by its parent's. */
function folderMounts({ writable, readable = [] }: SandboxRequest): readonly string[] {
  const mounts = [
    ...readable.filter((path) => !writable.includes(path)).map((path) => ['--ro-bind', path, path] as const),
    ...writable.map((path) => ['--bind', path, path] as const),
    // Git outside would obey a configuration that the command wrote there.
    ...writable
      .map((path) => join(path, '.git'))
      .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory())
      .map((path) => ['--ro-bind', path, path] as const),
  ];
  return mounts
    .toSorted((a, b) => a[1].length - b[1].length)
    .flatMap((mount) => [...openParents(mount[2]), ...mount]);
}

/** The folder of the supervisor's own interpreter, where it is not one of the system's. */
function interpreterMount(python: string): readonly string[] {
  if (systemFolders.some((folder) => isWithin(python, folder))) return [];
  const prefix = dirname(dirname(python));
  return [...openParents(prefix), '--ro-bind', prefix, prefix];
}

export interface Confinement {
  /** User that the command will be, inside. */
  readonly uid: number;
  /** We are root: the supervisor keeps what it needs to become `uid`, and loses it with that. */
  readonly dropping: boolean;
  /** The installed bubblewrap can forbid further user namespaces. */
  readonly canDisableNamespaces: boolean;
  /** Real path of the supervisor's interpreter. */
  readonly python: string;
  readonly supervisorFolder: string;
}

/** What the supervisor needs to hand folders over and to become another user. */
export const supervisorCapabilities = [
  'CAP_SETUID',
  'CAP_SETGID',
  'CAP_CHOWN',
  'CAP_FOWNER',
  'CAP_KILL',
  'CAP_SYS_PTRACE',
];

function privileges({ uid, dropping, canDisableNamespaces }: Confinement): readonly string[] {
  if (dropping)
    return ['--cap-drop', 'ALL', ...supervisorCapabilities.flatMap((name) => ['--cap-add', name])];
  const user = ['--unshare-user', '--uid', String(uid), '--gid', String(uid)];
  return canDisableNamespaces ? [...user, '--disable-userns'] : user;
}

/**
 * The command line of bubblewrap up to the program: no network, no other processes, no user's files; the
 * system and `readable` to be read, `writable` and private scratch folders to be written. The synthetic files
 * come on the descriptors from 3 on, in their order.
 */
export function bubblewrapArguments(request: SandboxRequest, confinement: Confinement): readonly string[] {
  const bytes = request.limits.fileBytes;
  const files = [...syntheticFiles(confinement.uid).keys()];
  return [
    ...privileges(confinement),
    ...['--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--hostname', 'sandbox', '--die-with-parent', '--new-session', '--clearenv'],
    ...openParents('/etc/x', '/run/x', '/var/x', '/home/x'),
    ...systemMounts(),
    ...files.flatMap((path, index) => ['--perms', '0444', '--ro-bind-data', String(3 + index), path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...scratchFolders.flatMap((path) => scratch(path, path === '/tmp' ? bytes * 2 : bytes)),
    ...interpreterMount(confinement.python),
    ...folderMounts(request),
    ...['--ro-bind', confinement.supervisorFolder, supervisorInside],
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
  ];
}
