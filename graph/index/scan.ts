import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SkippedFile, SourceFile } from '../domain/snapshot.ts';
import { MendError, toMendError } from '../kernel/errors.ts';
import { isBinary } from '../parse/decode-source.ts';
import { hashOf } from '../parse/parse-file.ts';
import { isPythonScript, readSource } from '../parse/read-source.ts';
import { listFiles } from './list-files.ts';
import { byPath } from './order.ts';
import { pathResolver, type ResolvedPath } from './resolve-path.ts';

export interface ScannedFile extends SourceFile {
  /** Absolute, without links. */
  readonly realPath: string;
}

export interface Scan {
  /** Absolute real path. */
  readonly root: string;
  readonly commit: string | null;
  /** Sorted by path. */
  readonly files: readonly ScannedFile[];
  /** Sorted by path. */
  readonly skipped: readonly SkippedFile[];
}

export interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The real path of a folder that can be read. Throws `NOT_FOUND`, `UNREADABLE`. */
export function realRoot(root: string): string {
  const path = resolve(root);
  if (!existsSync(path))
    throw new MendError('NOT_FOUND', `no such folder: ${path}`, { hint: 'check the path' });
  if (!statSync(path).isDirectory())
    throw new MendError('NOT_FOUND', `not a folder: ${path}`, {
      hint: 'give the folder that holds the project',
    });
  try {
    readdirSync(path);
    return realpathSync(path);
  } catch (error) {
    throw toMendError(error);
  }
}

/** `python` by name; `script` if it begins like one; `stub` describes what other files hold. */
function kindOf(path: string): 'python' | 'script' | 'stub' | 'folder' | 'other' {
  if (path.endsWith('/')) return 'folder';
  if (path.endsWith('.py')) return 'python';
  if (path.endsWith('.pyi')) return 'stub';
  return posix.basename(path).includes('.') ? 'other' : 'script';
}

/** `undefined` where there is nothing that concerns the graph. */
export type Looked = ScannedFile | SkippedFile | undefined;

function readFile(path: string, resolved: ResolvedPath): Looked {
  // Git still lists what was deleted and not yet committed.
  if (resolved.t === 'gone') return undefined;
  if (resolved.t === 'skipped') return { path, reason: resolved.reason };
  const source = readSource(resolved.realPath);
  if (source.t === 'gone') return { path, reason: 'vanished while the folder was indexed' };
  if (source.t === 'skipped') return { path, reason: source.reason };
  const { bytes } = source;
  if (isBinary(bytes)) return { path, reason: 'binary: it holds NUL bytes' };
  return { path, hash: hashOf(bytes), size: bytes.length, realPath: resolved.realPath };
}

/** Looks at one path of a listing. */
export function look(path: string, resolvePath: (path: string) => ResolvedPath): Looked {
  const kind = kindOf(path);
  if (kind === 'other') return undefined;
  if (kind === 'stub') return { path, reason: 'a stub; the code that it describes is indexed instead' };
  const resolved = resolvePath(path);
  if (kind === 'folder') return resolved.t === 'skipped' ? { path, reason: resolved.reason } : undefined;
  if (kind === 'script') return lookAtScript(path, resolved);
  return readFile(path, resolved);
}

/** Among files without an ending, only scripts for Python concern us. */
function lookAtScript(path: string, resolved: ResolvedPath): Looked {
  if (resolved.t === 'file' && isPythonScript(resolved.realPath)) return readFile(path, resolved);
  const isRepository = resolved.t === 'skipped' && resolved.reason.startsWith('another git repository');
  return isRepository ? { path, reason: resolved.reason } : undefined;
}

function nothingFound(root: string, skipped: readonly SkippedFile[]): MendError {
  const names = readdirSync(root);
  if (names.length === 0)
    return new MendError('NOTHING_TO_INDEX', `${root} is empty`, {
      hint: 'give the folder of a Python project',
    });
  const isBare = ['HEAD', 'objects', 'refs'].every((name) => names.includes(name));
  const [first] = skipped;
  const hint = isBare
    ? 'this is a bare git repository; clone it and give the clone'
    : first
      ? `skipped ${skipped.length}, the first: ${first.path} (${first.reason})`
      : existsSync(join(root, '.git'))
        ? 'give a folder with .py files; those that .gitignore names do not count'
        : 'give a folder with .py files';
  return new MendError('NOTHING_TO_INDEX', `no Python file to index in ${root}`, { hint });
}

/** Files between two looks at the signal. */
const breath = 64;

/**
 * Finds the Python files of a folder: `.py`, and scripts without an ending that name Python in their first line.
 * In a git work tree, or a folder of one, these are the files that git tracks or shows as untracked; elsewhere all
 * but version control, virtual environments and caches. Nothing outside the folder is read. What is not taken is
 * in `skipped` with its reason; stubs (`.pyi`) are, since the code itself is indexed.
 *
 * Throws `NOT_FOUND`, `UNREADABLE`, `NOTHING_TO_INDEX`, `CANCELLED`.
 */
export async function scan(root: string, { signal }: ScanOptions = {}): Promise<Scan> {
  const base = realRoot(root);
  try {
    const listing = await listFiles(base, signal);
    const resolvePath = pathResolver(base);
    const files: ScannedFile[] = [];
    const skipped: SkippedFile[] = [...listing.skipped];
    for (const [index, path] of listing.paths.entries()) {
      if (index % breath === 0) await setImmediate(undefined, signal && { signal });
      const looked = look(path, resolvePath);
      if (looked && 'hash' in looked) files.push(looked);
      else if (looked) skipped.push(looked);
    }
    if (files.length === 0) throw nothingFound(base, skipped);
    return { root: base, commit: listing.commit, files, skipped: skipped.sort(byPath) };
  } catch (error) {
    throw toMendError(error);
  }
}
