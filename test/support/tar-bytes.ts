import { Buffer } from 'node:buffer';

/** One entry of a tar archive; of a plain file unless told. */
export interface TarEntry {
  readonly path: string;
  readonly content?: string | Buffer;
  /** As tar(5) has it: `1` hard link, `2` symlink, `3` device, `5` folder, `6` pipe. */
  readonly type?: string;
  readonly linkTo?: string;
  readonly mode?: number;
  /** What the header claims; the content's own length unless told. */
  readonly size?: number;
}

const block = 512;

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

/** The header of an entry, whatever its path: what no archiver would write can be written here. */
export function tarHeader({
  path,
  content = '',
  type = '0',
  linkTo = '',
  mode = 0o644,
  size,
}: TarEntry): Buffer {
  const header = Buffer.alloc(block);
  header.write(path, 0, 100);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size ?? Buffer.byteLength(content), 12), 124);
  header.write(octal(0, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write(linkTo, 157, 100);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

const padded = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content);
  return Buffer.concat([bytes, Buffer.alloc((block - (bytes.length % block)) % block)]);
};

export const tarEnd: Buffer = Buffer.alloc(2 * block);

/** A tar archive, with its end. */
export const tarOf = (...entries: readonly TarEntry[]): Buffer =>
  Buffer.concat([...entries.flatMap((entry) => [tarHeader(entry), padded(entry.content ?? '')]), tarEnd]);
