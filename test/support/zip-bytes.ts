import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a zip archive. */
export interface ZipEntry {
  readonly path: string;
  readonly content?: string | Buffer;
  /** Of a Unix file, its type too; 0o100644 unless told. */
  readonly mode?: number;
  /** General purpose bits; 1 says encrypted. */
  readonly flags?: number;
  /** 0 stored, 8 deflated (unless told). */
  readonly method?: number;
  /** What the headers claim to be unpacked; the truth unless told. */
  readonly size?: number;
}

interface Packed {
  readonly local: Buffer;
  readonly directory: (offset: number) => Buffer;
}

const utf8Name = 0x800;

function pack({ path, content = '', mode = 0o100644, flags = 0, method = 8, size }: ZipEntry): Packed {
  const name = Buffer.from(path);
  const bytes = Buffer.from(content);
  const data = method === 8 ? deflateRawSync(bytes) : bytes;
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(flags | utf8Name, 2);
  shared.writeUInt16LE(method, 4);
  shared.writeUInt32LE(crc32(bytes), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(size ?? bytes.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const directory = (offset: number): Buffer => {
    const head = Buffer.from('PK\x01\x02\x14\x03');
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    return Buffer.concat([head, shared, tail, name]);
  };
  return { local: Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, data]), directory };
}

/** A zip archive; what no archiver would write can be written here. */
export function zipOf(...entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directories: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, directory } = pack(entry);
    locals.push(local);
    directories.push(directory(offset));
    offset += local.length;
  }
  const directory = Buffer.concat(directories);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
