import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { git, tryGit } from '../../graph/index/git.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import { writeTree } from './git-tree.ts';
import { keepTree } from './kept-trees.ts';
import type { OpenSourceOptions, Source } from './port.ts';
import { checkRef, type Named, noSuchRef } from './ref.ts';

const version = 1;

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/** A repository without a checkout: nothing in it is a file of the project. */
export const isBare = (path: string): boolean =>
  existsSync(join(path, 'HEAD')) &&
  isFolder(join(path, 'objects')) &&
  isFolder(join(path, 'refs')) &&
  !existsSync(join(path, '.git'));

async function commitOf(
  path: string,
  ref: string | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const options = { cwd: path, ...(signal && { signal }) };
  const names =
    ref === undefined
      ? ['HEAD']
      : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/remotes/origin/${ref}`, ref];
  for (const name of names) {
    const found = await tryGit(
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`],
      options,
    );
    if (found.exitCode === 0) return found.stdout.toString().trim();
  }
  return undefined;
}

async function namesIn(path: string): Promise<Named[]> {
  const listed = await git(['for-each-ref', '--format=%(objectname) %(refname)'], { cwd: path });
  return listed
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ id: line.slice(0, line.indexOf(' ')), name: line.slice(line.indexOf(' ') + 1) }));
}

async function noCommit(path: string, ref: string | undefined): Promise<MendError> {
  const inside = await tryGit(['rev-parse', '--git-dir'], { cwd: path });
  if (inside.exitCode !== 0)
    return new MendError('USAGE', `--ref goes with a git repository, and ${path} is none`, {
      hint: 'leave --ref out to take the files as they are',
    });
  if (ref !== undefined) return noSuchRef(ref, path, await namesIn(path));
  return new MendError('NOTHING_TO_INDEX', `${path} has no commit that is checked out`, {
    hint: 'name a branch, tag or commit with --ref',
  });
}

/** Where the folder is in its repository: all of a bare one, else what lies below it. */
async function treeOf(path: string, commit: string): Promise<string> {
  const prefix = await tryGit(['rev-parse', '--show-prefix'], { cwd: path });
  return `${commit}:${prefix.exitCode === 0 ? prefix.stdout.toString().trimEnd() : ''}`;
}

/**
 * The files of a commit of a repository on this machine: its objects are read, nothing is checked out or copied, and
 * none of its hooks, filters or settings has a say.
 * @param path absolute; a bare repository, or a folder of a checkout
 * @throws MendError `USAGE`, `NOT_FOUND`, `NOTHING_TO_INDEX`, `SOURCE_INVALID`, `SOURCE_TOO_LARGE`
 */
export async function openLocal(
  path: string,
  ref: string | undefined,
  { dir, signal, onProgress }: OpenSourceOptions,
): Promise<Source> {
  if (ref !== undefined) checkRef(ref);
  const commit = await commitOf(path, ref, signal);
  if (commit === undefined) throw await noCommit(path, ref);
  const tree = await treeOf(path, commit);
  const hash = createHash('sha256').update(`local ${version}\0${await realpath(path)}\0${tree}`);
  const { root, leftOut, leftOutCount } = await keepTree({
    dir: join(dir, 'trees'),
    key: hash.digest('hex').slice(0, 40),
    make: (into) =>
      writeTree({
        repository: { cwd: path },
        tree,
        into,
        ...(signal && { signal }),
        ...(onProgress && { onProgress }),
      }),
  });
  return { kind: 'git', name: path, root, commit, leftOut, leftOutCount };
}
