import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MendError } from '../graph/kernel/errors.ts';
import type { SandboxName } from '../toolkit/sandbox/choice.ts';
import { chooseSandbox } from '../toolkit/sandbox/detect.ts';
import type { Sandbox } from '../toolkit/sandbox/port.ts';
import { removeFolder } from '../toolkit/sandbox/remove-folder.ts';
import type { Shell } from '../toolkit/shell/port.ts';
import { createSandboxedShell } from '../toolkit/shell/sandboxed-shell.ts';
import { interpreterFolders } from '../toolkit/testing/interpreter.ts';
import { probeEnvironment } from '../toolkit/testing/probe.ts';
import { pythonEnvironment } from '../toolkit/testing/python-environment.ts';
import { homeLayout, loadConfig } from './config/config.ts';
import { withHome } from './config/home.ts';
import { isAlive } from './runs/owner.ts';

export interface OpenShellOptions {
  /** The user's folder; only read. */
  readonly root: string;
  /** Where the copies are made; `shell` in mendgraph's home unless told. */
  readonly dir?: string;
  /** Bubblewrap when absent. */
  readonly sandbox?: SandboxName;
  /** Of one command, milliseconds; a minute unless told. */
  readonly wallMs?: number;
  readonly signal?: AbortSignal;
}

export interface OpenedShell {
  readonly shell: Shell;
  /** Removes the copies. To be called when no command runs. */
  close(): Promise<void>;
}

/** Folders are named by the process that made them; what a killed one left goes now. */
async function ownFolder(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  for (const name of await readdir(dir)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (Number.isInteger(pid) && !isAlive({ pid, started: null })) await removeFolder(join(dir, name));
  }
  return mkdtemp(join(dir, `${process.pid}-`));
}

/** The interpreter that tests of this folder would run with goes first; without one the system's programs are left. */
async function interpreterOf(sandbox: Sandbox, root: string, signal?: AbortSignal) {
  const probe = await probeEnvironment({ sandbox, root, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (error instanceof MendError && error.code === 'INTERPRETER_MISSING') return undefined;
      throw error;
    },
  );
  if (!probe) return {};
  const folders = await interpreterFolders(probe.python, sandbox.image);
  return { path: [join(probe.python, '..')], readable: folders.readable, env: pythonEnvironment(folders) };
}

/**
 * The shell that the fourteenth tool runs commands in; the part of the composition root for it.
 * @throws MendError `SANDBOX_UNAVAILABLE`, `NOT_FOUND`
 */
export async function openShell(options: OpenShellOptions): Promise<OpenedShell> {
  const { root, sandbox: wanted, wallMs, signal } = options;
  const sandbox = await chooseSandbox(wanted ? { wanted } : {});
  const interpreter = await interpreterOf(sandbox, root, signal);
  const dir = await ownFolder(options.dir ?? homeLayout(withHome(loadConfig())).shell);
  const shell = createSandboxedShell({
    ...{ sandbox, root, dir },
    ...interpreter,
    ...(wallMs && { limits: { wallMs } }),
    ...(signal && { signal }),
  });
  return { shell, close: () => removeFolder(dir) };
}
