import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { MendError } from '../../graph/kernel/errors.ts';
import type { Limits } from './limits.ts';
import type { Meter } from './meter.ts';
import { invalid, shown, tooLarge } from './refusals.ts';
import type { FileSink, TreeWriter } from './tree-writer.ts';

interface ZipRequest {
  /** Of the open file; stays open. */
  readonly fd: number;
  readonly writer: TreeWriter;
  readonly meter: Meter;
  readonly limits: Limits;
  readonly signal?: AbortSignal;
}

/** Whose attributes hold the mode of a Unix file in their upper half. */
const madeOnUnix = 3;
const typeMask = 0o170000;
const linkType = 0o120000;
const fileTypes = new Set([0, 0o100000]);

/** No link target is longer, bytes. */
const mostLinkBytes = 4_096;

const modeOf = ({ versionMadeBy, externalFileAttributes }: Entry): number =>
  versionMadeBy >>> 8 === madeOnUnix ? externalFileAttributes >>> 16 : 0;

const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);

/** Hands on the bytes of an entry, counted, and checks them against its sum. */
async function read(zip: ZipFile, entry: Entry, meter: Meter, take: FileSink['write']): Promise<void> {
  let sum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = chunk as Buffer;
    meter.bytes(bytes.length);
    sum = crc32(bytes, sum);
    take(bytes);
  }
  if (sum !== entry.crc32)
    throw invalid(`${shown(nameOf(entry))} in it is damaged`, 'get it again, and compare its checksum');
}

async function takeLink(zip: ZipFile, entry: Entry, path: string, request: ZipRequest): Promise<void> {
  if (entry.uncompressedSize > mostLinkBytes)
    return request.writer.leaveOut(path, 'a link with too long a target');
  const chunks: Buffer[] = [];
  await read(zip, entry, request.meter, (chunk) => void chunks.push(Buffer.from(chunk)));
  request.writer.link(path, Buffer.concat(chunks).toString());
}

async function takeFile(zip: ZipFile, entry: Entry, path: string, request: ZipRequest): Promise<void> {
  const { writer, meter } = request;
  meter.file(entry.uncompressedSize);
  const sink = writer.file(path, (modeOf(entry) & 0o111) !== 0);
  if (!sink) return;
  await read(zip, entry, meter, sink.write);
  sink.close();
}

async function take(zip: ZipFile, entry: Entry, request: ZipRequest): Promise<void> {
  const path = nameOf(entry);
  if (path.endsWith('/')) return request.writer.folder(path);
  if (entry.isEncrypted())
    throw invalid('it is encrypted', 'unpack it yourself, and point --repo at the folder');
  if (!entry.canDecodeFileData())
    throw invalid(
      `${shown(path)} in it is packed by a method that is not taken (${entry.compressionMethod})`,
      'pack it again with "deflate", the method of nearly all zip archives',
    );
  const type = modeOf(entry) & typeMask;
  if (type === linkType) return takeLink(zip, entry, path, request);
  if (!fileTypes.has(type)) return request.writer.leaveOut(path, 'no file, folder or link');
  return takeFile(zip, entry, path, request);
}

/** Everything that yauzl finds wrong it throws as a plain `Error`, without a code as the system's have. */
function asInvalid(error: unknown): unknown {
  const isOfSystem = /^E[A-Z]+$/.test(String((error as NodeJS.ErrnoException).code ?? ''));
  if (error instanceof MendError || (error as Error).name === 'AbortError' || isOfSystem) return error;
  return invalid(
    `it is damaged or cut short: ${shown((error as Error).message)}`,
    'get it again, and compare its checksum',
    error,
  );
}

/**
 * Unpacks a zip archive, entry by entry, as its directory lists them.
 * @throws MendError `SOURCE_INVALID` when it is damaged, cut short, encrypted or hostile, `SOURCE_TOO_LARGE`
 */
export async function unpackZip(request: ZipRequest): Promise<void> {
  const { fd, limits, signal } = request;
  try {
    const zip = await fromFdPromise(fd, { lazyEntries: true, autoClose: false, decodeStrings: false });
    if (zip.entryCount > limits.entries) throw tooLarge(`it holds more than ${limits.entries} entries`);
    for await (const entry of zip.eachEntry()) {
      signal?.throwIfAborted();
      await take(zip, entry, request);
    }
  } catch (error) {
    throw asInvalid(error);
  }
}
