import { access, constants } from 'node:fs/promises';
import { MendError } from '../../graph/kernel/errors.ts';
import { createBubblewrapSandbox } from './bubblewrap.ts';
import { imageOf, type SandboxName } from './choice.ts';
import { onPath } from './host-python.ts';
import { openDocker } from './open-docker.ts';
import { defaultLimits, type Sandbox } from './port.ts';
import { createProcessSandbox } from './process.ts';

export interface SandboxChoice {
  /** Bubblewrap when absent. */
  readonly wanted?: SandboxName;
  /** Folders of interpreters and tools that every command may read. */
  readonly interpreterPaths?: readonly string[];
}

const without = 'pass --sandbox process to run the tests without isolation, if you trust the repository';
const install =
  'install bubblewrap (apt-get install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap)';

async function findBubblewrap(): Promise<string> {
  for (const file of onPath('bwrap')) {
    const runnable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runnable) return file;
  }
  throw new MendError('SANDBOX_UNAVAILABLE', 'bubblewrap (bwrap) is not installed', {
    hint: `${install}, or ${without}`,
  });
}

/** `null` when it starts, else what it said. */
async function complaint(sandbox: Sandbox): Promise<string | null> {
  try {
    const { end, exitCode, stderr } = await sandbox.run({
      argv: ['true'],
      cwd: '/usr',
      writable: [],
      readable: ['/usr'],
      limits: { ...defaultLimits, wallMs: 10_000 },
    });
    return end === 'exited' && exitCode === 0 ? null : `${end} ${exitCode ?? ''} ${stderr}`.trim();
  } catch (error) {
    if (error instanceof MendError && error.code === 'SANDBOX_UNAVAILABLE') return error.message;
    throw error;
  }
}

/**
 * The sandbox to run the repository's tests in: bubblewrap, unless another is asked for by name. It is tried once
 * here. Throws `SANDBOX_UNAVAILABLE` where it is missing or cannot start.
 */
export async function chooseSandbox(choice: SandboxChoice = {}): Promise<Sandbox> {
  if (choice.wanted === 'process') return createProcessSandbox();
  const image = choice.wanted && imageOf(choice.wanted);
  if (image !== undefined) return openDocker(image);
  const program = await findBubblewrap();
  let why: string | null = null;
  for (const canDisableNamespaces of [true, false]) {
    const readable = choice.interpreterPaths ?? [];
    const sandbox = createBubblewrapSandbox({ program, canDisableNamespaces, readable });
    why = await complaint(sandbox);
    if (why === null) return sandbox;
  }
  throw new MendError('SANDBOX_UNAVAILABLE', `bubblewrap cannot start here: ${why}`, {
    hint: `allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0; in a container: --cap-add SYS_ADMIN), or ${without}`,
  });
}
