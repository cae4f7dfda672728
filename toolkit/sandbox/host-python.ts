import { execFile } from 'node:child_process';
import { open, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { MendError } from '../../graph/kernel/errors.ts';
import { inheritedEnvironment } from '../../graph/kernel/inherited-environment.ts';

const execute = promisify(execFile);

/** The absolute folders of our own PATH. */
export function ownPath(): readonly string[] {
  const { PATH = '/usr/local/bin:/usr/bin:/bin' } = inheritedEnvironment('PATH') as { PATH?: string };
  return PATH.split(delimiter).filter(isAbsolute);
}

/** The places of programs named `name`, in the order of our own PATH. */
export function onPath(name: string): readonly string[] {
  return ownPath().map((folder) => join(folder, name));
}

async function isScript(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === '#!';
  } finally {
    await handle.close();
  }
}

/** What a version manager's shim script stands for. It is the user's own program, so it may be asked. */
async function behindShim(file: string): Promise<string> {
  const { stdout } = await execute(file, ['-I', '-S', '-c', 'import sys; print(sys.executable)'], {
    cwd: '/',
    timeout: 10_000,
  });
  return stdout.trim();
}

/** The interpreter that `file` starts (shims followed, links kept), or `null` if there is none. */
export async function resolvePython(file: string): Promise<string | null> {
  try {
    await realpath(file);
    const resolved = (await isScript(file)) ? await behindShim(file) : file;
    return isAbsolute(resolved) ? resolved : null;
  } catch {
    return null;
  }
}

/** The first interpreter called `name` on our PATH, or `null`. */
export async function pythonOnPath(name = 'python3'): Promise<string | null> {
  for (const file of onPath(name)) {
    const found = await resolvePython(file);
    if (found) return found;
  }
  return null;
}

let supervisorPython: Promise<string> | undefined;

async function findSupervisorPython(): Promise<string> {
  for (const file of ['/usr/bin/python3', '/usr/local/bin/python3']) {
    const found = await resolvePython(file);
    if (found) return found;
  }
  const found = await pythonOnPath();
  if (found) return found;
  throw new MendError('INTERPRETER_MISSING', 'there is no python3 on the PATH', {
    hint: 'install Python 3.6 or later, for example: apt-get install python3',
  });
}

/** The trusted interpreter that the supervisor runs on; the system's before any other. Looked for once. */
export function hostPython(): Promise<string> {
  supervisorPython ??= findSupervisorPython();
  return supervisorPython;
}
