import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Secret } from '../../graph/kernel/secret.ts';
import { defaultFetchLimits, type FetchLimits, withinTime } from './fetch-limits.ts';
import { writeTree } from './git-tree.ts';
import { keepTree } from './kept-trees.ts';
import { withFetched } from './mirror.ts';
import type { OpenSourceOptions, Source } from './port.ts';
import { checkRef, chooseRef, isId, type Named, noSuchRef, type Wanted } from './ref.ts';
import { tooLarge } from './refusals.ts';
import { type AllowedRemotes, checkAllowed, parseRemote } from './remote.ts';
import { remoteFailure } from './remote-failure.ts';
import { type Access, remoteGit } from './remote-git.ts';
import { sweep } from './sweep.ts';

export interface RemoteOptions extends OpenSourceOptions {
  /** Shown to the server that the URL names, and to no other. */
  readonly token?: Secret | undefined;
  /** All servers unless told. */
  readonly allowed?: AllowedRemotes;
  readonly limits?: FetchLimits;
}

/** A branch, tag or commit, with all its digits unless it is the end of a branch or tag; the server's HEAD if absent. */
type Ref = string | undefined;

/** Of names, bytes: enough for half a million. */
const mostListed = 64 * 2 ** 20;

const version = 1;

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 40);

function limitsOf({ limits = defaultFetchLimits, wallMs = limits.wallMs }: RemoteOptions): FetchLimits {
  return { ...limits, wallMs: Math.min(limits.wallMs, wallMs) };
}

async function listRefs(
  access: Access,
  ref: Ref,
  { dir }: OpenSourceOptions,
  signal: AbortSignal,
): Promise<Named[]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const { url } = access.remote;
  const which =
    ref === undefined
      ? ['--', url, 'HEAD']
      : ref.startsWith('refs/')
        ? ['--', url]
        : ['--heads', '--tags', '--', url];
  const { exitCode, stderr } = await remoteGit(['ls-remote', '--quiet', ...which], access, {
    cwd: dir,
    signal,
    onStdout(chunk) {
      bytes += chunk.length;
      if (bytes > mostListed) throw tooLarge(`${url} has too many branches and tags`);
      chunks.push(chunk);
    },
  });
  if (exitCode !== 0) throw remoteFailure(access, stderr);
  const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
  return lines.map((line) => ({
    id: line.slice(0, line.indexOf('\t')),
    name: line.slice(line.indexOf('\t') + 1),
  }));
}

async function resolve(
  access: Access,
  ref: Ref,
  options: OpenSourceOptions,
  signal: AbortSignal,
): Promise<Wanted> {
  if (ref !== undefined && isId(ref)) return { id: ref, commit: ref };
  options.onProgress?.({ stage: 'asking the server', done: 0 });
  const all = await listRefs(access, ref, options, signal);
  const wanted = chooseRef(ref ?? 'HEAD', all);
  if (wanted && isId(wanted.id)) return wanted;
  if (ref !== undefined) throw noSuchRef(ref, access.remote.url, all);
  throw new MendError(
    'NOTHING_TO_INDEX',
    `${access.remote.url} has no commit that is checked out by default`,
    {
      hint: 'name a branch, tag or commit with --ref',
    },
  );
}

/**
 * The files of a commit of a repository on a server. The commit is asked for each time unless `ref` is one; its files
 * are fetched once.
 * @throws MendError `USAGE` for a URL or ref that is none, `PATH_OUTSIDE` for a server that is not allowed,
 * `NOT_FOUND`, `SOURCE_UNREACHABLE`, `SOURCE_AUTH`, `SOURCE_TOO_LARGE`, `SOURCE_INVALID`, `DISK_FULL`
 */
export async function openRemote(name: string, ref: Ref, options: RemoteOptions): Promise<Source> {
  const remote = parseRemote(name);
  if (options.allowed) checkAllowed(remote, options.allowed);
  if (ref !== undefined) checkRef(ref);
  const access: Access = { remote, token: options.token ?? null };
  const limits = limitsOf(options);
  await mkdir(options.dir, { recursive: true });
  const time = withinTime(remote.url, limits, options.signal);
  try {
    const wanted = await resolve(access, ref, options, time.signal);
    const mirrors = join(options.dir, 'mirrors');
    const shared = { signal: time.signal, ...(options.onProgress && { onProgress: options.onProgress }) };
    const kept = await keepTree({
      dir: join(options.dir, 'trees'),
      key: hashOf(`git ${version}`, remote.url, wanted.commit),
      async make(into) {
        await sweep(mirrors);
        const mirror = { dir: join(mirrors, hashOf(remote.url)), access, limits, ...shared };
        return withFetched(mirror, wanted, (gitDir) =>
          writeTree({
            repository: { cwd: gitDir, env: { GIT_DIR: gitDir } },
            tree: `${wanted.commit}^{tree}`,
            into,
            ...shared,
          }),
        );
      },
    });
    const { root, leftOut, leftOutCount } = kept;
    return { kind: 'git', name: remote.url, root, commit: wanted.commit, leftOut, leftOutCount };
  } catch (error) {
    throw time.late() ?? error;
  } finally {
    time.end();
  }
}
