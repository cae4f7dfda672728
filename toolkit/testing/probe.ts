import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { MendError } from '../../graph/kernel/errors.ts';
import { defaultLimits, type Sandbox, type SandboxResult } from '../sandbox/port.ts';
import { removeFolder } from '../sandbox/remove-folder.ts';
import { type AskedPython, findPython, interpreterFolders } from './interpreter.ts';
import { pythonEnvironment } from './python-environment.ts';

/** What was found of the interpreter that runs the repository's tests. */
export interface Probe {
  /** Absolute path of the interpreter, or its name in the sandbox's image. */
  readonly python: string;
  /** Such as `3.11.7`. */
  readonly version: string;
  /** Version of the pytest that it can import, or `null`. */
  readonly pytest: string | null;
  /** Folders that it reads, beside the system's. */
  readonly readable: readonly string[];
  /** Why this interpreter, for the reader. */
  readonly because: string;
}

export interface ProbeOptions {
  readonly sandbox: Sandbox;
  /** The user's folder, where a virtual environment may be. */
  readonly root: string;
  /** What the user or the repository says of interpreter and command. */
  readonly settings?: AskedPython;
  readonly signal?: AbortSignal;
}

const script = `
import json, sys
try:
    import pytest
    version = str(pytest.__version__)
except Exception:
    version = None
print("\\n" + json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "pytest": version}))
`;

const answer = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  pytest: z.string().max(50).nullable(),
});

function readAnswer(stdout: string): z.infer<typeof answer> | null {
  try {
    return answer.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''));
  } catch {
    return null;
  }
}

const unusable = (python: string, what: string, cause?: unknown): MendError =>
  new MendError('INTERPRETER_MISSING', `${python} ${what}`, {
    hint: 'name an interpreter that works with --python, for example --python /usr/bin/python3',
    cause,
  });

function checked(python: string, { stdout, stderr, end }: SandboxResult): z.infer<typeof answer> {
  const read = readAnswer(stdout);
  if (!read) throw unusable(python, `does not work: ${stderr.slice(-500).trim() || end}`);
  const [major = 0, minor = 0] = read.version.split('.').map(Number);
  if (major < 3 || (major === 3 && minor < 6))
    throw unusable(python, `is Python ${read.version}; tests are run with 3.6 and later`);
  return read;
}

async function ask(python: string, readable: readonly string[], { sandbox, signal }: ProbeOptions) {
  const folders = await interpreterFolders(python, sandbox.image);
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'mendgraph-probe-')));
  try {
    return await sandbox.run({
      argv: [python, '-c', script],
      cwd: scratch,
      env: pythonEnvironment(folders),
      path: [dirname(python)],
      writable: [scratch],
      readable,
      limits: { ...defaultLimits, wallMs: 30_000 },
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (error instanceof MendError && error.code === 'TEST_COMMAND')
      throw unusable(python, `cannot be started: ${error.message}`, error);
    throw error;
  } finally {
    await removeFolder(scratch);
  }
}

/**
 * Finds the interpreter for the repository's tests and asks it, in the sandbox (a virtual environment in the
 * repository is hostile), for its version and for pytest. Throws `INTERPRETER_MISSING`.
 */
export async function probeEnvironment(options: ProbeOptions): Promise<Probe> {
  const { root, settings, sandbox } = options;
  const found = await findPython(root, settings, sandbox.image);
  const { readable } = await interpreterFolders(found.path, sandbox.image);
  const read = checked(found.path, await ask(found.path, readable, options));
  return { python: found.path, ...read, readable, because: found.because };
}
