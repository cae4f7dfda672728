import { type Limits, mostNameBytes } from './limits.ts';
import { invalid, shown } from './refusals.ts';

/** Where an entry goes, or why it goes nowhere and under which path to say so. */
export type Judged =
  | { readonly t: 'at'; readonly path: string }
  | { readonly t: 'root' }
  | { readonly t: 'left out'; readonly path: string; readonly reason: string };

/** `.git` as any file system would take it: in any case, with what Windows and macOS pass over, as Windows' short name. */
export function isGitName(name: string): boolean {
  const plain = name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]*$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}

function refuseOutside(path: string): void {
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || path.split(/[\\/]/).includes('..');
  if (isOutside || path.includes('\0'))
    throw invalid(`it holds a path that leads outside: ${shown(path)}`, 'do not trust where it comes from');
}

/**
 * Judges the path of an archive's or a tree's entry; `.` and doubled slashes mean nothing.
 * @throws MendError `SOURCE_INVALID` for one that leads outside, which no honest program writes
 */
export function judgePath(path: string, { depth, pathBytes }: Limits): Judged {
  refuseOutside(path);
  const leftOut = (reason: string, what = path): Judged => ({ t: 'left out', path: what, reason });
  if (path.includes('\\')) return leftOut('a backslash in its name');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0) return { t: 'root' };
  const git = parts.findIndex(isGitName);
  if (git >= 0) return leftOut("git's own files are not taken over", parts.slice(0, git + 1).join('/'));
  if (parts.length > depth) return leftOut(`it lies more than ${depth} folders deep`);
  const plain = parts.join('/');
  const isLong =
    Buffer.byteLength(plain) > pathBytes || parts.some((part) => Buffer.byteLength(part) > mostNameBytes);
  return isLong ? leftOut('its path is too long') : { t: 'at', path: plain };
}
