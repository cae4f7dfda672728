import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { headBytes, isTar } from './archive-kind.ts';
import { takenArchives } from './archive-names.ts';
import type { Meter } from './meter.ts';
import { invalid } from './refusals.ts';
import type { TreeWriter } from './tree-writer.ts';

interface TarRequest {
  /** The file's bytes. */
  readonly packed: AsyncIterable<Buffer>;
  readonly gzip: boolean;
  readonly writer: TreeWriter;
  readonly meter: Meter;
  readonly signal?: AbortSignal;
}

const damaged = (cause: unknown): Error =>
  invalid('it is damaged or cut short', 'get it again, and compare its checksum', cause);

async function* gunzipped(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(packed);
  source.on('error', (error) => gunzip.destroy(error));
  for await (const chunk of source.pipe(gunzip)) yield chunk as Buffer;
}

/** All bytes unpacked, counted; the first chunk is long enough to be recognised. */
async function* unpacked({ packed, gzip, meter }: TarRequest): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of gzip ? gunzipped(packed) : packed) {
    meter.bytes(chunk.length);
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    yield head;
    head = undefined;
  }
  if (head) yield head;
}

const whatItIs: Readonly<Record<string, string>> = {
  CharacterDevice: 'a device',
  BlockDevice: 'a device',
  FIFO: 'a pipe',
  SparseFile: 'a sparse file',
};

function take(entry: ReadEntry, writer: TreeWriter, meter: Meter): void {
  const { path, type, linkpath = '', mode = 0 } = entry;
  switch (type) {
    case 'File':
    case 'OldFile':
    case 'ContiguousFile': {
      meter.file(entry.size);
      const sink = writer.file(path, (mode & 0o111) !== 0);
      if (!sink) break;
      entry.on('data', (chunk) => sink.write(chunk));
      entry.on('end', () => sink.close());
      return;
    }
    case 'Directory':
    case 'GNUDumpDir':
      writer.folder(path);
      break;
    case 'SymbolicLink':
      writer.link(path, linkpath);
      break;
    case 'Link':
      writer.copy(path, linkpath);
      break;
    default:
      writer.leaveOut(path, whatItIs[type] ?? 'no file, folder or link');
  }
  entry.resume();
}

/** Takes whole chunks; everything that they hold has been written when `write` returns. */
function makeParser({ writer, meter }: TarRequest): { write(chunk: Buffer): void; end(): void } {
  let isOver = false;
  const parser = new Parser({
    zstd: false,
    onReadEntry: (entry) => take(entry, writer, meter),
    onwarn: (_code, message) => {
      throw damaged(message);
    },
  });
  parser.on('ignoredEntry', (entry: ReadEntry) => {
    if (entry.meta) throw invalid('a header in it is larger than 1 MiB', 'do not trust where it comes from');
    writer.leaveOut(entry.path, whatItIs[entry.type] ?? 'no file, folder or link');
  });
  for (const end of ['eof', 'nullBlock'])
    parser.on(end, () => {
      isOver = true;
    });
  return {
    write(chunk) {
      // What comes after the end is nobody's; the parser would gather it.
      if (!isOver) parser.write(chunk);
    },
    end() {
      if (!isOver) throw damaged('no block of zeros at its end');
    },
  };
}

/**
 * Unpacks a tar archive, gzipped or not, chunk by chunk.
 * @throws MendError `SOURCE_INVALID` when it is damaged, cut short or hostile, `SOURCE_TOO_LARGE`
 */
export async function unpackTar(request: TarRequest): Promise<void> {
  const parser = makeParser(request);
  let isFirst = true;
  try {
    for await (const chunk of unpacked(request)) {
      request.signal?.throwIfAborted();
      if (isFirst && !isTar(chunk.subarray(0, headBytes)))
        throw invalid('it holds no tar archive', `--repo takes ${takenArchives}`);
      isFirst = false;
      parser.write(chunk);
    }
  } catch (error) {
    const isOfZlib = String((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
    throw isOfZlib ? damaged(error) : error;
  }
  parser.end();
}
