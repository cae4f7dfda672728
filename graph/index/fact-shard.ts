import { crc32 } from 'node:zlib';

/** One entry's bytes by the hash of the source they describe. Order is kept: those used last come first. */
export type ShardEntries = ReadonlyMap<string, Uint8Array>;

const magic = Buffer.from('MENDFCT1');
const headSize = magic.length + 8;
const hashSize = 32;
const rowSize = hashSize + 12;

/**
 * Layout, whole numbers of 4 bytes little-endian: `MENDFCT1`, number of entries, CRC-32 of the rows; a row an entry
 * (SHA-256 of the source, offset from the file's begin, length, CRC-32 of the entry); the entries.
 */
export function encodeShard(entries: ShardEntries): Uint8Array {
  const rows = Buffer.alloc(entries.size * rowSize);
  let offset = headSize + rows.length;
  let at = 0;
  for (const [hash, bytes] of entries) {
    rows.write(hash, at, 'hex');
    rows.writeUInt32LE(offset, at + hashSize);
    rows.writeUInt32LE(bytes.length, at + hashSize + 4);
    rows.writeUInt32LE(crc32(bytes), at + hashSize + 8);
    offset += bytes.length;
    at += rowSize;
  }
  const head = Buffer.alloc(8);
  head.writeUInt32LE(entries.size, 0);
  head.writeUInt32LE(crc32(rows), 4);
  return Buffer.concat([magic, head, rows, ...entries.values()]);
}

interface Row {
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
}

function rowAt(file: Buffer, at: number): Row {
  const offset = file.readUInt32LE(at + hashSize);
  const length = file.readUInt32LE(at + hashSize + 4);
  const bytes = file.subarray(offset, offset + length);
  const isWhole = bytes.length === length && crc32(bytes) === file.readUInt32LE(at + hashSize + 8);
  return { hash: file.toString('hex', at, at + hashSize), bytes, isWhole };
}

/** The entries of a shard that are whole; none where the file is not one or its rows are damaged. */
export function decodeShard(file: Buffer): Map<string, Uint8Array> {
  const entries = new Map<string, Uint8Array>();
  if (file.length < headSize || !file.subarray(0, magic.length).equals(magic)) return entries;
  const count = file.readUInt32LE(magic.length);
  const rows = file.subarray(headSize, headSize + count * rowSize);
  if (rows.length !== count * rowSize || crc32(rows) !== file.readUInt32LE(magic.length + 4)) return entries;
  for (let at = headSize; at < headSize + rows.length; at += rowSize) {
    const { hash, bytes, isWhole } = rowAt(file, at);
    if (isWhole) entries.set(hash, bytes);
  }
  return entries;
}
