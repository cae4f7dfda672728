import { Header } from 'tar';
import { takenArchives } from './archive-names.ts';
import { invalid } from './refusals.ts';

/** What the first bytes of a file say that it is. */
export type ArchiveKind = 'tar' | 'tar.gz' | 'zip';

/** Bytes that `archiveKind` looks at. */
export const headBytes = 512;

const others: readonly (readonly [string, readonly number[]])[] = [
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['RAR', [0x52, 0x61, 0x72, 0x21]],
  ['compress (.Z)', [0x1f, 0x9d]],
];

const begins = (head: Buffer, bytes: readonly number[]): boolean =>
  bytes.every((byte, index) => head[index] === byte);

export const isGzip = (head: Buffer): boolean => begins(head, [0x1f, 0x8b]);

const isZip = (head: Buffer): boolean =>
  begins(head, [0x50, 0x4b, 0x03, 0x04]) || begins(head, [0x50, 0x4b, 0x05, 0x06]);

/** A header whose sum is right, or the zeros that end an archive. */
export function isTar(head: Buffer): boolean {
  if (head.length < headBytes) return false;
  try {
    const header = new Header(head, 0);
    return header.cksumValid || header.nullBlock;
  } catch {
    return false;
  }
}

/**
 * Tells what `head`, the first 512 bytes or all of a shorter file, begins. Names mean nothing.
 * @throws MendError `SOURCE_INVALID`
 */
export function archiveKind(head: Buffer): ArchiveKind {
  if (head.length === 0) throw invalid('it is an empty file', `--repo takes ${takenArchives}`);
  if (isZip(head)) return 'zip';
  if (isGzip(head)) return 'tar.gz';
  if (isTar(head)) return 'tar';
  const [other] = others.find(([, bytes]) => begins(head, bytes)) ?? [];
  if (other !== undefined)
    throw invalid(
      `it is packed with ${other}, which is not taken`,
      `unpack it and point --repo at the folder; taken are ${takenArchives}`,
    );
  throw invalid('it is no archive', `--repo takes a folder, a URL, or one of ${takenArchives}`);
}
