import { stat } from 'node:fs/promises';
import { checkSignal } from '../../graph/kernel/check-signal.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { defaultLimits, type Sandbox, type SandboxLimits, type SandboxResult } from '../sandbox/port.ts';
import { contained } from '../workspace/contained.ts';
import { type DiskLimits, defaultDiskLimits, guardDisk } from './disk-guard.ts';
import type { Shell, ShellRequest, ShellResult } from './port.ts';
import { presentCopy } from './present-copy.ts';

export interface SandboxedShellOptions {
  readonly sandbox: Sandbox;
  /** The user's folder; only read. */
  readonly root: string;
  /** Where the copies are; exists. The caller removes it. */
  readonly dir: string;
  readonly limits?: Partial<SandboxLimits>;
  readonly disk?: DiskLimits;
  /** The interpreter's folders, and what it needs in its environment. */
  readonly path?: readonly string[];
  readonly readable?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const shellLimits: SandboxLimits = { ...defaultLimits, outputBytes: 32 * 2 ** 10 };

async function folderIn(copy: string, folder: string): Promise<string> {
  const missing = new MendError('NOT_FOUND', `there is no folder "${folder}"`, {
    hint: 'explore_directory lists the folders; "." is the root',
  });
  if (folder === '') return copy;
  const found = await contained(copy, folder).catch((error: unknown) => {
    throw error instanceof MendError && error.code === 'NOT_FOUND' ? missing : error;
  });
  if (!(await stat(found)).isDirectory()) throw missing;
  return found;
}

/** The user knows the repository's root, not where its copy was. */
function aboutTheRepository(result: SandboxResult, copy: string): SandboxResult {
  const named = (text: string): string => text.replaceAll(`${copy}/`, '').replaceAll(copy, '.');
  return { ...result, stdout: named(result.stdout), stderr: named(result.stderr) };
}

async function runIn(
  copy: string,
  { command, folder, signal }: ShellRequest,
  options: SandboxedShellOptions,
): Promise<ShellResult> {
  const { sandbox, limits, disk = defaultDiskLimits, path, readable, env } = options;
  const guard = await guardDisk(copy, disk);
  try {
    const result = await sandbox.run({
      argv: ['sh', '-c', command],
      cwd: await folderIn(copy, folder),
      writable: [copy],
      limits: { ...shellLimits, ...limits },
      signal: AbortSignal.any([guard.signal, ...(signal ? [signal] : [])]),
      ...(path && { path }),
      ...(readable && { readable }),
      ...(env && { env }),
    });
    const told = aboutTheRepository(result, copy);
    if (result.end !== 'cancelled') return told;
    checkSignal(signal);
    return { ...told, end: 'disk-limit' };
  } finally {
    guard.stop();
  }
}

/** Runs each command by `sh -c` on a copy of the folder as it is then, one command at a time. */
export function createSandboxedShell(options: SandboxedShellOptions): Shell {
  const copy = presentCopy(options);
  const { kind, because } = options.sandbox;
  const next = async (asked: ShellRequest): Promise<ShellResult> => {
    const signals = [options.signal, asked.signal].filter((each) => each !== undefined);
    const request = { ...asked, signal: AbortSignal.any(signals) };
    checkSignal(request.signal);
    const workspace = await copy.get();
    const checkout = await workspace.checkout();
    try {
      return await runIn(await checkout.folder(), request, options);
    } finally {
      await checkout.release();
    }
  };
  const inTurn = oneAtATime();
  return { sandbox: { kind, because }, run: (request) => inTurn(() => next(request)) };
}
