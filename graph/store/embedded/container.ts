import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { Section, Sections } from './sections.ts';

/** Raised whenever the layout of the file changes; files of another version count as absent. */
const formatVersion = 1;
/** Read as a little-endian number, so that a machine of the other kind sees a foreign file, not wrong numbers. */
const magic = 0x6d676631;
const headerNumbers = 5;
const headerBytes = headerNumbers * 4;
/** Typed arrays start at multiples of their item's size. */
const alignment = 8;
const largest = 0xffff_ffff;

const arrayTypes = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const;
const table = z.record(
  z.string(),
  z.tuple([z.enum(['u8', 'u16', 'u32']), z.int().nonnegative(), z.int().nonnegative()]),
);

const padded = (length: number): number => Math.ceil(length / alignment) * alignment;

function typeOf(section: Section): keyof typeof arrayTypes {
  if (section instanceof Uint32Array) return 'u32';
  return section instanceof Uint16Array ? 'u16' : 'u8';
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Section): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/**
 * The file's bytes, in pieces: magic, format version, CRC-32 of all that follows it, length of the whole, length
 * of the table; then the table (name → type, offset, length) and the sections, each aligned.
 */
export function encodeContainer(sections: Sections): Uint8Array[] {
  const rows: Record<string, [keyof typeof arrayTypes, number, number]> = {};
  const data: Uint8Array[] = [];
  let end = 0;
  for (const [name, section] of Object.entries(sections)) {
    const bytes = bytesOf(section);
    rows[name] = [typeOf(section), end, section.length];
    data.push(bytes, new Uint8Array(padded(bytes.length) - bytes.length));
    end += padded(bytes.length);
  }
  const text = Buffer.from(JSON.stringify(rows));
  const start = padded(headerBytes + text.length);
  if (start + end > largest) throw new RangeError(`a snapshot of ${start + end} bytes is too large`);
  const header = new Uint32Array([magic, formatVersion, 0, start + end, text.length]);
  const rest = [
    bytesOf(header.subarray(3)),
    text,
    new Uint8Array(start - headerBytes - text.length),
    ...data,
  ];
  const pieces = rest.filter(({ length }) => length > 0);
  // An empty piece has no address, at which zlib starts its sum anew.
  header[2] = pieces.reduce((sum, piece) => crc32(piece, sum), 0);
  return [bytesOf(header.subarray(0, 3)), ...pieces];
}

export type Container =
  | { readonly is: 'sections'; readonly sections: Sections }
  | { readonly is: 'foreign' }
  | { readonly is: 'damaged'; readonly why: string };

/** Reads a file's bytes back, without copying; `bytes` must start at a multiple of 8 in its buffer. */
export function decodeContainer(bytes: Uint8Array): Container {
  if (bytes.length < headerBytes) return { is: 'damaged', why: 'it is shorter than its header' };
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, headerNumbers);
  const [seen, version, sum, length, tableLength = 0] = header;
  if (seen !== magic) return { is: 'damaged', why: 'it does not begin as a snapshot does' };
  if (version !== formatVersion) return { is: 'foreign' };
  if (length !== bytes.length) return { is: 'damaged', why: `it has ${bytes.length} of ${length} bytes` };
  if (crc32(bytes.subarray(12)) !== sum) return { is: 'damaged', why: 'its checksum does not match' };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + headerBytes, tableLength).toString();
  const start = bytes.byteOffset + padded(headerBytes + tableLength);
  const sections: Record<string, Section> = {};
  for (const [name, [type, offset, count]] of Object.entries(table.parse(JSON.parse(text))))
    sections[name] = new arrayTypes[type](bytes.buffer as ArrayBuffer, start + offset, count);
  return { is: 'sections', sections };
}
