import { type GitOptions, git, tryGit } from '../../graph/index/git.ts';
import { checkSignal } from '../../graph/kernel/check-signal.ts';
import { MendError } from '../../graph/kernel/errors.ts';
import type { OnProgress } from '../../graph/kernel/progress.ts';
import { makeBlobReader } from './blob-reader.ts';
import { defaultLimits } from './limits.ts';
import { makeMeter } from './meter.ts';
import { invalid } from './refusals.ts';
import { type FileSink, makeTreeWriter, type TreeWriter, type Written } from './tree-writer.ts';

interface TreeRequest {
  /** A repository that holds the objects. */
  readonly repository: Pick<GitOptions, 'cwd' | 'env'>;
  /** A commit or tree. */
  readonly tree: string;
  /** An empty folder. */
  readonly into: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

interface Entry {
  readonly mode: string;
  readonly id: string;
  readonly size: number;
  readonly path: string;
}

/** Neither the history's nor the repository's way to show another object than the one named, or to fetch one. */
const plainObjects = { GIT_NO_REPLACE_OBJECTS: '1', GIT_NO_LAZY_FETCH: '1' };

const link = '120000';
const submodule = '160000';
const executable = '100755';

/** No link target is longer, bytes. */
const mostLinkBytes = 4_096;

const listed = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s;

function entryOf(line: string): Entry {
  const [, mode = '', id = '', size = '', path = ''] = listed.exec(line) ?? [];
  if (path === '') throw invalid('its tree can not be read', 'the repository is damaged');
  return { mode, id, size: Number(size) || 0, path };
}

/** Splits what comes in at NUL bytes. */
function makeLines(take: (line: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0)) {
      take(bytes.toString('utf8', 0, end));
      bytes = bytes.subarray(end + 1);
    }
    rest = Buffer.from(bytes);
  };
}

/** Lists the tree to its end or to a limit: some trees are small to store and have no end that anybody lives to see. */
async function listTree(
  { repository, tree, signal }: TreeRequest,
  take: (entry: Entry) => void,
): Promise<void> {
  const result = await tryGit(['ls-tree', '-r', '-z', '-l', '--full-tree', tree], {
    ...repository,
    env: { ...repository.env, ...plainObjects },
    ...(signal && { signal }),
    onStdout: makeLines((line) => take(entryOf(line))),
  });
  checkSignal(signal);
  if (result.exitCode !== 0)
    throw new MendError(
      'GIT_FAILED',
      `the tree of ${tree} can not be read: ${result.stderr.trim().slice(-300)}`,
      {
        hint: 'the repository may be damaged: git fsck',
      },
    );
}

/** A link's target is its blob. */
function linkSink(path: string, writer: TreeWriter): FileSink {
  const chunks: Buffer[] = [];
  return {
    write: (chunk) => void chunks.push(Buffer.from(chunk)),
    close: () => writer.link(path, Buffer.concat(chunks).toString()),
  };
}

const sinkOf = ({ mode, path }: Entry, writer: TreeWriter): FileSink | undefined =>
  mode === link ? linkSink(path, writer) : writer.file(path, mode === executable);

/** All that is to be written; nothing is, before it is known to be within the limits. */
async function entriesOf(request: TreeRequest, writer: TreeWriter): Promise<readonly Entry[]> {
  const meter = makeMeter(defaultLimits, null);
  const entries: Entry[] = [];
  await listTree(request, (entry) => {
    meter.entry();
    if (entry.mode === submodule) return writer.leaveOut(entry.path, 'a submodule');
    if (entry.mode === link && entry.size > mostLinkBytes)
      return writer.leaveOut(entry.path, 'a link with too long a target');
    meter.file(entry.size);
    meter.bytes(entry.size);
    entries.push(entry);
  });
  return entries;
}

async function writeBlobs(
  { repository, signal, onProgress }: TreeRequest,
  entries: readonly Entry[],
  writer: TreeWriter,
): Promise<void> {
  const waiting = entries.values();
  const reader = makeBlobReader(() => {
    onProgress?.({ stage: 'writing files', done: reader.count() + 1, total: entries.length });
    const { value } = waiting.next();
    return value && sinkOf(value, writer);
  });
  await git(['cat-file', '--batch', '--buffer'], {
    ...repository,
    env: { ...repository.env, ...plainObjects },
    input: entries.map(({ id }) => `${id}\n`).join(''),
    ...(signal && { signal }),
    onStdout: reader.read,
  });
  if (reader.count() < entries.length) throw invalid('its objects can not be read', 'try again');
}

/**
 * Writes a commit's files, byte for byte as they are stored: no attributes, filters, keywords or line ends of the
 * repository's choosing, since nothing is checked out. Submodules are left out.
 * @throws MendError `SOURCE_INVALID`, `SOURCE_TOO_LARGE`, `GIT_FAILED`; the system's `ENOSPC`
 */
export async function writeTree(request: TreeRequest): Promise<Written> {
  const writer = makeTreeWriter(request.into, defaultLimits, makeMeter(defaultLimits, null));
  try {
    await writeBlobs(request, await entriesOf(request, writer), writer);
    return writer.finish({ strip: false });
  } finally {
    writer.close();
  }
}
