import { existsSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitOptions, git, tryGit, withoutFilters } from '../../graph/index/git.ts';

/** Folders that hold version control, environments and caches: never part of what is repaired. */
const leftOut = new Set([
  '.git',
  '.hg',
  '.svn',
  '.venv',
  '.tox',
  '.nox',
  'node_modules',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
  '.hypothesis',
  '.eggs',
  'htmlcov',
]);

/** Build products, where git ignores them; elsewhere a package may well be called so. */
const leftOutIfIgnored = new Set([...leftOut, 'venv', 'env', '.env', 'build', 'dist']);

/** Ignored files are taken along up to this size each, and in all, bytes: projects need generated ones to run. */
const mostBytesOfIgnored = 8 * 2 ** 20;
const mostIgnoredBytes = 64 * 2 ** 20;

const mostDirty = 20;

export interface Listing {
  /** Relative paths, sorted; files and symlinks. */
  readonly paths: readonly string[];
  readonly commit: string | null;
  /** Tracked or untracked paths that differ from the commit, at most 20. */
  readonly dirty: readonly string[];
}

const split = (bytes: Buffer): string[] => bytes.toString('utf8').split('\0').filter(Boolean);

/** A virtual environment, whatever its name. */
const isEnvironment = (folder: string): boolean => existsSync(join(folder, 'pyvenv.cfg'));

function mayBeNeeded(path: string): boolean {
  return !path.split('/').some((part) => leftOutIfIgnored.has(part)) && !/\.(py[co]|log)$/.test(path);
}

/** Paths of what is ignored and small, outside of environments and caches. */
async function ignored(options: GitOptions): Promise<string[]> {
  const listed = split(await git(['ls-files', '-o', '-i', '--exclude-standard', '-z'], options));
  const environments = listed
    .filter((path) => path.endsWith('/pyvenv.cfg'))
    .map((path) => path.slice(0, -'pyvenv.cfg'.length));
  const kept: string[] = [];
  let bytes = 0;
  for (const path of listed.filter(mayBeNeeded)) {
    if (environments.some((folder) => path.startsWith(folder))) continue;
    const size = (await lstat(join(options.cwd, path)).catch(() => undefined))?.size ?? 0;
    if (size > mostBytesOfIgnored || bytes + size > mostIgnoredBytes) continue;
    bytes += size;
    kept.push(path);
  }
  return kept;
}

/** What git calls changed, from the folder that the user named. */
async function dirtyPaths(options: GitOptions): Promise<string[]> {
  const prefix = (await git(['rev-parse', '--show-prefix'], options)).toString().replace(/\n$/, '');
  const status = await tryGit(
    ['status', '--porcelain', '-z', '--no-renames', '--ignore-submodules=all', '-unormal', '--', '.'],
    { ...options, env: await withoutFilters(options) },
  );
  return split(status.stdout)
    .slice(0, mostDirty)
    .map((line) => line.slice(3 + prefix.length));
}

async function fromGit(root: string, signal?: AbortSignal): Promise<Listing | undefined> {
  const options = { cwd: root, ...(signal && { signal }) };
  const inside = await tryGit(['rev-parse', '--is-inside-work-tree'], options);
  if (inside.exitCode !== 0 || inside.stdout.toString().trim() !== 'true') return undefined;
  const head = await tryGit(['rev-parse', '--verify', '-q', 'HEAD'], options);
  const listed = split(await git(['ls-files', '-co', '--exclude-standard', '-z'], options));
  // A folder that git ignores lists nothing, yet it is what the user named.
  if (listed.length === 0) return undefined;
  return {
    paths: [...new Set([...listed, ...(await ignored(options))])].sort(),
    commit: head.exitCode === 0 ? head.stdout.toString().trim() : null,
    dirty: await dirtyPaths(options),
  };
}

async function fromFolder(root: string): Promise<Listing> {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const prefix = folder === '' ? '' : `${folder}/`;
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    const kept = entries.filter(({ name }) => !leftOut.has(name));
    const below = kept.filter((one) => one.isDirectory()).map(({ name }) => prefix + name);
    folders.push(...below.filter((path) => !isEnvironment(join(root, path))));
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
