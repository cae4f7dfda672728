import { readlinkSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import {
  bubblewrapArguments,
  type Confinement,
  sandboxHome,
  scratchFolders,
  supervisorInside,
  syntheticFiles,
} from './bubblewrap-arguments.ts';
import { checkRequest } from './check-request.ts';
import { hostPython } from './host-python.ts';
import type { Sandbox, SandboxRequest } from './port.ts';
import { runSupervised } from './run-supervised.ts';
import { sandboxUser } from './sandbox-user.ts';
import { supervisorArguments, supervisorFolder } from './supervisor-arguments.ts';

export interface BubblewrapOptions {
  /** Absolute path of `bwrap`. */
  readonly program: string;
  /** That `bwrap` knows `--disable-userns` and the kernel lets it. */
  readonly canDisableNamespaces: boolean;
  /** Folders that every command may read, beside the system's. */
  readonly readable?: readonly string[];
}

/** The user inside a user namespace; any number does, since it exists there alone. */
const namespaceUser = 1000;

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Runs commands in namespaces of their own by bubblewrap: no network, nothing of the host but the system's
 * read-only folders and what the request names. As root the command becomes another user first.
 */
export function createBubblewrapSandbox(options: BubblewrapOptions): Sandbox {
  const { program, canDisableNamespaces, readable = [] } = options;
  return {
    kind: 'bubblewrap',
    because: 'it is the default and starts here: no network, a read-only system, none of your files',
    async run(asked) {
      const request = await checkRequest({
        ...asked,
        readable: [...readable, ...(asked.readable ?? [])],
      } satisfies SandboxRequest);
      const owner = sandboxUser(request.writable[0] ?? request.cwd);
      const python = await realpath(await hostPython());
      const confinement: Confinement = {
        uid: owner ?? namespaceUser,
        dropping: owner !== null,
        canDisableNamespaces,
        python,
        supervisorFolder,
      };
      const files = [...syntheticFiles(confinement.uid).values()];
      const supervision = {
        channel: 3 + files.length,
        scratch: scratchFolders,
        folder: supervisorInside,
        namespace: readlinkSync('/proc/self/ns/pid'),
        env: {
          PATH: [...(request.path ?? []), systemPath].join(':'),
          HOME: sandboxHome,
          LANG: 'C.UTF-8',
          ...request.env,
        },
        ...(owner === null ? {} : { owner: { uid: owner, folders: request.writable } }),
      };
      return runSupervised(request, {
        program,
        args: [
          ...bubblewrapArguments(request, confinement),
          python,
          ...supervisorArguments(request, supervision),
        ],
        files,
        handsOver: owner !== null,
      });
    },
  };
}
