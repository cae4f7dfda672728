import { createHash } from 'node:crypto';
import { type SkippedFile, type SourceFile, schemaVersion } from '../domain/snapshot.ts';
import { extractorVersion } from '../parse/extract-facts.ts';

/**
 * The name of a state of a repository: a SHA-256 over the paths and contents of its files, what was left out of
 * them and why, and the versions of what makes a graph of them. Where the folder lies does not matter.
 */
export function snapshotKey(files: readonly SourceFile[], skipped: readonly SkippedFile[]): string {
  const hash = createHash('sha256').update(`${schemaVersion} ${extractorVersion}\n`);
  for (const { path, hash: content } of files) hash.update(`${content} ${path}\0`);
  for (const { path, reason } of skipped) hash.update(`- ${path}\0${reason}\0`);
  return hash.digest('hex');
}
