import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Files above this many bytes are reported instead of parsed: they are data, and would hold everything up. */
export const largestSource = 4 * 2 ** 20;

export type ReadSource =
  | { readonly t: 'read'; readonly bytes: Buffer }
  /** Not there any more. */
  | { readonly t: 'gone' }
  | { readonly t: 'skipped'; readonly reason: string };

// Neither a link put in its place nor a named pipe must lead anywhere.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

function readWhole(descriptor: number): ReadSource {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return { t: 'skipped', reason: 'not a regular file' };
  if (stats.size > largestSource)
    return { t: 'skipped', reason: `larger than ${largestSource / 2 ** 20} MB (${stats.size} bytes)` };
  // One byte more than it has, to notice that it grows.
  const buffer = Buffer.allocUnsafe(stats.size + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return { t: 'read', bytes: buffer.subarray(0, length) };
    length += count;
    if (length === buffer.length) return { t: 'skipped', reason: 'changed while it was read' };
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
  ELOOP: 'a symbolic link',
  ENXIO: 'not a regular file',
  EISDIR: 'a folder',
};

/** Whether the file begins like a script for Python: `#!/usr/bin/env python3`. */
export function isPythonScript(path: string): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, flags);
    if (!fstatSync(descriptor).isFile()) return false;
    const head = Buffer.alloc(128);
    const length = readSync(descriptor, head, 0, head.length, 0);
    return /^#![^\r\n]*\bpython[0-9.]*(?:[ \t][^\r\n]*)?(?:\r?\n|$)/.test(head.toString('latin1', 0, length));
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads a file by its real path, whole and without following links; what cannot be read is a reason, not an error. */
export function readSource(path: string): ReadSource {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, flags);
    return readWhole(descriptor);
  } catch (error) {
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { t: 'gone' };
    return { t: 'skipped', reason: reasons[code] ?? `cannot be read: ${message}` };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
