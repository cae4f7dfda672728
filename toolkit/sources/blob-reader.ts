import { invalid, shown } from './refusals.ts';
import type { FileSink } from './tree-writer.ts';

/** Reads what `git cat-file --batch` prints, however it is cut into chunks. */
export interface BlobReader {
  read(chunk: Buffer): void;
  /** Objects read to their end. */
  count(): number;
}

const header = /^[0-9a-f]+ blob (\d+)$/;
const newline = 10;

function sizeIn(line: string): number {
  const [, size] = header.exec(line) ?? [];
  if (size !== undefined) return Number(size);
  throw invalid(`it lacks an object: ${shown(line)}`, 'the repository is damaged, or was cloned in part');
}

/** `next` gives who takes the bytes of the next object, in the order asked for; `undefined`: nobody. */
export function makeBlobReader(next: () => FileSink | undefined): BlobReader {
  let line = '';
  let sink: FileSink | undefined;
  /** Of the present object; -1: its header is to come. */
  let left = -1;
  let done = 0;

  const readHeader = (chunk: Buffer, at: number): number => {
    const end = chunk.indexOf(newline, at);
    line += chunk.toString('latin1', at, end < 0 ? chunk.length : end);
    if (end < 0) return chunk.length;
    left = sizeIn(line);
    line = '';
    sink = next();
    return end + 1;
  };
  const readBody = (chunk: Buffer, at: number): number => {
    const piece = chunk.subarray(at, at + left);
    sink?.write(piece);
    left -= piece.length;
    return at + piece.length;
  };
  /** Past the line end after it. */
  const endBody = (at: number): number => {
    sink?.close();
    left = -1;
    done += 1;
    return at + 1;
  };
  return {
    count: () => done,
    read(chunk) {
      for (let at = 0; at < chunk.length; )
        if (left < 0) at = readHeader(chunk, at);
        else at = left > 0 ? readBody(chunk, at) : endBody(at);
    },
  };
}
