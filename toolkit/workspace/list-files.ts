import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { git, tryGit } from '../../graph/index/git.ts';

/** Folders that hold environments, caches and build products: never part of what is repaired. */
const leftOut = new Set([
  '.git',
  '.hg',
  '.svn',
  '.venv',
  'venv',
  'env',
  '.env',
  '.tox',
  '.nox',
  'node_modules',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.hypothesis',
  '.eggs',
  'build',
  'dist',
  'htmlcov',
]);

/** Ignored files are taken along up to this size in all, bytes: projects need generated ones to run. */
const mostIgnoredBytes = 64 * 2 ** 20;

export interface Listing {
  /** Relative paths, sorted; files and symlinks. */
  readonly paths: readonly string[];
  readonly commit: string | null;
  /** Tracked or untracked paths that differ from the commit, at most 20. */
  readonly dirty: readonly string[];
}

const split = (bytes: Buffer): string[] => bytes.toString('utf8').split('\0').filter(Boolean);

const inLeftOut = (path: string): boolean => path.split('/').some((part) => leftOut.has(part));

/** Paths of what is ignored and small, outside of environments and caches. */
async function ignored(root: string, signal?: AbortSignal): Promise<string[]> {
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '-z'];
  const listed = await git(args, { cwd: root, ...(signal && { signal }) });
  const kept: string[] = [];
  let bytes = 0;
  for (const path of split(listed).filter((one) => !inLeftOut(one) && !/\.(py[co]|log)$/.test(one))) {
    const found = await lstat(join(root, path)).catch(() => undefined);
    bytes += found?.size ?? 0;
    if (bytes > mostIgnoredBytes) break;
    kept.push(path);
  }
  return kept;
}

async function fromGit(root: string, signal?: AbortSignal): Promise<Listing | undefined> {
  const options = { cwd: root, ...(signal && { signal }) };
  const inside = await tryGit(['rev-parse', '--is-inside-work-tree'], options);
  if (inside.exitCode !== 0 || inside.stdout.toString().trim() !== 'true') return undefined;
  const head = await tryGit(['rev-parse', '--verify', '-q', 'HEAD'], options);
  const listed = split(await git(['ls-files', '-co', '--exclude-standard', '-z'], options));
  // A folder that git ignores lists nothing, yet it is what the user named.
  if (listed.length === 0) return undefined;
  const status = await tryGit(
    ['status', '--porcelain', '-z', '--no-renames', '-unormal', '--', '.'],
    options,
  );
  const dirty = split(status.stdout).map((line) => line.slice(3));
  const paths = [...new Set([...listed, ...(await ignored(root, signal))])].sort();
  return {
    paths,
    commit: head.exitCode === 0 ? head.stdout.toString().trim() : null,
    dirty: dirty.slice(0, 20),
  };
}

async function fromFolder(root: string): Promise<Listing> {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const prefix = folder === '' ? '' : `${folder}/`;
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    const kept = entries.filter(({ name }) => !leftOut.has(name));
    folders.push(...kept.filter((one) => one.isDirectory()).map(({ name }) => prefix + name));
    const files = kept.filter((one) => one.isFile() || one.isSymbolicLink());
    paths.push(...files.map(({ name }) => prefix + name));
  }
  return { paths: paths.sort(), commit: null, dirty: [] };
}

/**
 * The files that a repair works on: what git tracks or would show, and small ignored files that running the
 * project may need. In a plain folder: all but environments and caches.
 */
export async function listFiles(root: string, signal?: AbortSignal): Promise<Listing> {
  return (await fromGit(root, signal)) ?? (await fromFolder(root));
}
