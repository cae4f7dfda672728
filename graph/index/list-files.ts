import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedFile } from '../domain/snapshot.ts';
import { MendError, toMendError } from '../kernel/errors.ts';
import { tryGit } from './git.ts';
import { byCodeUnit } from './order.ts';

export interface Listing {
  /** Relative to the root, `/` between parts; not all of them files, nor all still there. */
  readonly paths: readonly string[];
  /** Folders that could not be looked into. */
  readonly skipped: readonly SkippedFile[];
  /** The commit checked out; `null` outside git and before the first commit. */
  readonly commit: string | null;
}

/** What git tracks or would show as untracked; `undefined` outside a work tree of git's. */
async function listByGit(root: string, signal: AbortSignal | undefined): Promise<Listing | undefined> {
  const options = { cwd: root, ...(signal && { signal }) };
  const [files, head] = await Promise.all([
    tryGit(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options),
    tryGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], options),
  ]);
  if (files.exitCode !== 0) return undefined;
  const paths = [...new Set(files.stdout.toString().split('\0'))].filter((path) => path !== '');
  const commit = head.exitCode === 0 ? head.stdout.toString().trim() : null;
  if (paths.length > 0) return { paths: paths.sort(byCodeUnit), skipped: [], commit };
  // A folder that the repository around it ignores is none of that repository's.
  const ignored = await tryGit(['check-ignore', '--quiet', '.'], options);
  return ignored.exitCode === 0 ? undefined : { paths, skipped: [], commit };
}

const passedOver = new Set([
  '.git',
  '.hg',
  '.svn',
  '.mendgraph',
  '__pycache__',
  'node_modules',
  '.venv',
  '.tox',
  '.nox',
  '.eggs',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.hypothesis',
]);

/** A virtual environment, whatever its name; the standard library's `venv` is none. */
const isEnvironment = (path: string): boolean =>
  ['pyvenv.cfg', 'bin/activate', 'Scripts/activate'].some((mark) => existsSync(join(path, mark)));

/** A folder of that name holds no sources of the project. */
export const isPassedOverByName = (name: string): boolean =>
  passedOver.has(name) || name.endsWith('.egg-info');

const isPassedOver = (name: string, path: string): boolean => isPassedOverByName(name) || isEnvironment(path);

interface Entries {
  readonly files: readonly string[];
  /** With a slash at the end. */
  readonly folders: readonly string[];
}

function entriesOf(root: string, folder: string): Entries | SkippedFile {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return {
      files: entries.filter((entry) => !entry.isDirectory()).map(({ name }) => folder + name),
      folders: entries
        .filter((entry) => entry.isDirectory() && !isPassedOver(entry.name, join(root, folder, entry.name)))
        .map(({ name }) => `${folder}${name}/`),
    };
  } catch (error) {
    return { path: folder || '.', reason: `cannot be listed: ${toMendError(error).message}` };
  }
}

/** Lists a folder outside git: all but version control, environments and caches. Links are not followed. */
function listByWalk(root: string, signal: AbortSignal | undefined): Listing {
  const paths: string[] = [];
  const skipped: SkippedFile[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (signal?.aborted) throw new MendError('CANCELLED', 'stopped before the end', { cause: signal.reason });
    const entries = entriesOf(root, folder);
    if ('reason' in entries) skipped.push(entries);
    else {
      for (const path of entries.files) paths.push(path);
      for (const path of entries.folders) folders.push(path);
    }
  }
  return { paths: paths.sort(byCodeUnit), skipped, commit: null };
}

const isMissingGit = (error: unknown): boolean => error instanceof MendError && error.code === 'GIT_FAILED';

/** The files of a folder: by git's own rules in a work tree of git's, else by a walk. Sorted by path. */
export async function listFiles(root: string, signal?: AbortSignal): Promise<Listing> {
  try {
    return (await listByGit(root, signal)) ?? listByWalk(root, signal);
  } catch (error) {
    if (!isMissingGit(error)) throw error;
    const walked = listByWalk(root, signal);
    const reason = 'git is not installed, so its ignore rules are not known';
    return existsSync(join(root, '.git'))
      ? { ...walked, skipped: [...walked.skipped, { path: '.git', reason }] }
      : walked;
  }
}
