import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { MendError } from '../../graph/kernel/errors.ts';
import { archiveKind, headBytes } from './archive-kind.ts';
import { keepTree } from './kept-trees.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { makeMeter } from './meter.ts';
import type { OpenSourceOptions, Source } from './port.ts';
import { invalid, tooLarge } from './refusals.ts';
import { unpackTar } from './tar-archive.ts';
import { makeTreeWriter, type Written } from './tree-writer.ts';
import { unpackZip } from './zip-archive.ts';

interface Archive {
  readonly file: FileHandle;
  readonly size: number;
  readonly options: OpenSourceOptions;
  readonly limits: Limits;
}

/** Raised when the same archive unpacks to other files than before. */
const version = 1;

const chunkBytes = 256 * 1024;

/** The file from its beginning; ending early leaves it open. */
async function* chunksOf({ file }: Archive): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function headOf({ file }: Archive): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}

async function hashOf(archive: Archive): Promise<string> {
  const hash = createHash('sha256').update(`archive ${version}\0`);
  for await (const chunk of chunksOf(archive)) {
    archive.options.signal?.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest('hex').slice(0, 40);
}

async function unpack(archive: Archive, into: string): Promise<Written> {
  const { file, size, limits, options } = archive;
  const kind = archiveKind(await headOf(archive));
  const meter = makeMeter(limits, kind === 'tar' ? null : size);
  const writer = makeTreeWriter(into, limits, meter);
  const request = { writer, meter, ...(options.signal && { signal: options.signal }) };
  options.onProgress?.({ stage: 'unpacking', done: 0 });
  try {
    if (kind === 'zip') await unpackZip({ ...request, fd: file.fd, limits });
    else await unpackTar({ ...request, packed: chunksOf(archive), gzip: kind === 'tar.gz' });
  } finally {
    writer.close();
  }
  const written = writer.finish({ strip: true });
  if (written.files > 0) return written;
  const [first] = written.leftOut;
  throw invalid(
    'it holds no files',
    first ? `left out: ${first.path}, ${first.reason}` : 'pack the source checkout of a project',
  );
}

const isSame = (a: Stats, b: Stats): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;

/** What is wrong with it, with the name that the user gave it. */
function about(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof MendError) || !thrown.code.startsWith('SOURCE_')) return thrown;
  const { code, message, hint } = thrown;
  return new MendError(code, `${path}: ${message}`, { cause: thrown, ...(hint ? { hint } : {}) });
}

/**
 * Unpacks an archive (.tar, .tar.gz, .tgz or .zip by its bytes, whatever its name), or takes the folder that it was
 * unpacked to before. A single folder at its top is left away.
 * @param path absolute, of a regular file
 * @throws MendError `SOURCE_INVALID`, `SOURCE_TOO_LARGE`, `UNREADABLE`; the system's `ENOSPC`. Nothing is left then.
 */
export async function openArchive(
  path: string,
  options: OpenSourceOptions,
  limits: Limits = defaultLimits,
): Promise<Source> {
  const file = await open(path);
  try {
    const before = await file.stat();
    if (before.size > limits.bytes) throw tooLarge(`it is larger than ${limits.bytes / 2 ** 20} MiB`);
    const archive = { file, size: before.size, options, limits };
    const key = await hashOf(archive);
    const { root, leftOut, leftOutCount } = await keepTree({
      dir: join(options.dir, 'trees'),
      key,
      async make(into) {
        const written = await unpack(archive, into);
        if (isSame(before, await file.stat())) return written;
        throw invalid('it was changed while it was read', 'try again when it is complete');
      },
    });
    return { kind: 'archive', name: path, root, commit: null, leftOut, leftOutCount };
  } catch (error) {
    throw about(path, error);
  } finally {
    await file.close();
  }
}
