import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { MendError } from '../kernel/errors.ts';
import { inheritedEnvironment } from '../kernel/inherited-environment.ts';

export interface GitOptions {
  readonly cwd: string;
  /** Added to the few variables git gets. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Takes what git prints, as it comes, in place of the result's `stdout`. What it throws ends git and is thrown. */
  readonly onStdout?: (chunk: Buffer) => void;
  /** Is told what git says, as it comes; for progress. */
  readonly onStderr?: (text: string) => void;
  /** The signal ends the programs too that git has started, at once. */
  readonly ownGroup?: boolean;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * What a repository's own configuration could make git run or fetch, switched off. The command line wins over
 * `.git/config`, so these hold in a hostile repository too.
 */
const disarmed = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=false',
  'core.quotePath=false',
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.untrackedCache=false',
  'diff.external=',
  'credential.helper=',
  'protocol.allow=never',
  'submodule.recurse=false',
  'safe.directory=*',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

const environment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_PAGER: 'cat',
  GIT_ASKPASS: 'false',
  LC_ALL: 'C.UTF-8',
};

const missing = (cause: Error): MendError =>
  new MendError('GIT_FAILED', 'git is not installed', { hint: 'install git and try again', cause });

/** Enough for git's last words, and bounded whatever a server says, characters. */
const mostSaid = 4_000;

/** Gathers what a stream brings, or hands it on; `fail` is told what the taker throws. */
function take(
  stream: Readable | null,
  onChunk: GitOptions['onStdout'],
  fail: (error: unknown) => void,
): () => Buffer {
  const chunks: Buffer[] = [];
  stream?.on('data', (chunk: Buffer) => {
    if (!onChunk) return void chunks.push(chunk);
    try {
      onChunk(chunk);
    } catch (error) {
      fail(error);
    }
  });
  return () => Buffer.concat(chunks);
}

function collect(
  child: ChildProcess,
  { input, onStdout, onStderr }: GitOptions,
  end: () => void,
): Promise<GitResult> {
  let failure: { readonly error: unknown } | undefined;
  let said = '';
  const fail = (error: unknown): void => {
    failure ??= { error };
    end();
  };
  const printed = take(child.stdout, onStdout && ((chunk) => !failure && onStdout(chunk)), fail);
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = chunk.toString();
    said = (said + text).slice(-mostSaid);
    onStderr?.(text);
  });
  // git may end before it has read everything; its exit status tells, not the broken pipe.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? missing(error) : error),
    );
    child.on('close', (code) => {
      if (failure) reject(failure.error);
      else resolve({ exitCode: code ?? -1, stdout: printed(), stderr: said });
    });
  });
}

/** Ends git and whatever it has started, which a group of its own makes possible. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

async function inOwnGroup(child: ChildProcess, options: GitOptions): Promise<GitResult> {
  const { signal } = options;
  const end = (): void => endGroup(child);
  signal?.addEventListener('abort', end, { once: true });
  try {
    const result = await collect(child, options, end);
    signal?.throwIfAborted();
    return result;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/**
 * Runs git without letting the repository's hooks, filters' helpers, monitors or remotes run anything.
 * An exit status other than 0 is a result; throws `GIT_FAILED` only where git is not installed.
 */
export async function tryGit(args: readonly string[], options: GitOptions): Promise<GitResult> {
  const { cwd, env, signal, ownGroup = false } = options;
  if (ownGroup) signal?.throwIfAborted();
  const child = spawn('git', [...disarmed, ...args], {
    cwd,
    // All that git needs of ours; HOME holds the user's ignore rules.
    env: { ...inheritedEnvironment('PATH', 'HOME', 'XDG_CONFIG_HOME'), ...environment, ...env },
    stdio: 'pipe',
    detached: ownGroup,
    ...(signal && !ownGroup && { signal }),
  });
  return ownGroup ? inOwnGroup(child, options) : collect(child, options, () => child.kill('SIGKILL'));
}

/**
 * What to add to `env` for a command that looks into files (`status`, `diff`, `add`): git hands those to the
 * programs that the repository configures as filters, and here each of them is switched off by its name.
 */
export async function withoutFilters(options: GitOptions): Promise<Record<string, string>> {
  const found = await tryGit(['config', '--name-only', '-z', '--get-regexp', '^filter\\.'], options);
  const names = found.stdout.toString().split('\0').filter(Boolean);
  const off = names.map((name) => [name, name.endsWith('.required') ? 'false' : ''] as const);
  const pairs = off.flatMap(([name, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(off.length) };
}

/** As `tryGit`; throws `GIT_FAILED` with git's own words when it does not end with 0. */
export async function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const result = await tryGit(args, options);
  if (result.exitCode === 0) return result.stdout;
  const detail = result.stderr.trim().split('\n').at(-1) ?? '';
  if (/no space left on device|disk quota exceeded/i.test(result.stderr)) {
    throw new MendError('DISK_FULL', `git ${args[0]}: ${detail}`, {
      hint: 'free some space, or point MENDGRAPH_HOME at another disk',
    });
  }
  throw new MendError('GIT_FAILED', `git ${args[0]} ended with ${result.exitCode}: ${detail}`);
}
