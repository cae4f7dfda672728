import { createHash } from 'node:crypto';
import type { FileFacts } from '../domain/facts.ts';
import { encodeFacts } from './codec/encode-facts.ts';
import { decodeSource, isBinary } from './decode-source.ts';
import { readSource } from './read-source.ts';

export type ParsedFile =
  | {
      readonly t: 'parsed';
      /** SHA-256 of the bytes that were parsed, hexadecimal. */
      readonly hash: string;
      readonly size: number;
      /** Encoded by `encodeFacts`. */
      readonly facts: Uint8Array<ArrayBuffer>;
      /** What is missing from the facts or odd about the file. */
      readonly notes: readonly string[];
    }
  | { readonly t: 'failed'; readonly reason: string };

/** SHA-256, hexadecimal: how the contents of files are named everywhere. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function notesOf({ errorLines, cutLines }: FileFacts): string[] {
  const [error] = errorLines;
  const [cut] = cutLines ?? [];
  const more = errorLines.length > 1 ? ` and ${errorLines.length - 1} more` : '';
  return [
    ...(error === undefined ? [] : [`does not parse at line ${error}${more}; the rest is in the graph`]),
    ...(cut === undefined ? [] : [`nested too deeply at line ${cut}; what is deeper is left out`]),
  ];
}

/** Reads, decodes and describes one file, given by its real path; a file that cannot be is a value too. */
export function parseFile(path: string, extract: (text: string) => FileFacts): ParsedFile {
  const source = readSource(path);
  if (source.t === 'gone') return { t: 'failed', reason: 'vanished while the folder was indexed' };
  if (source.t === 'skipped') return { t: 'failed', reason: source.reason };
  const { bytes } = source;
  if (isBinary(bytes)) return { t: 'failed', reason: 'binary: it holds NUL bytes' };
  const { text, note } = decodeSource(bytes);
  const facts = extract(text);
  const notes = [...(note ? [note] : []), ...notesOf(facts)];
  return { t: 'parsed', hash: hashOf(bytes), size: bytes.length, facts: encodeFacts(facts), notes };
}
